export const graphTexts = {
  title: (id: number) => `Dependencies of bug ${id}`,
  dependsOn: 'Depends on',
  blocks: 'Blocks',
  depth: 'Depth',
  openOnly: 'Open bugs only',
  noneBelow: 'Depends on no bug you can see.',
  noneAbove: 'Blocks no bug you can see.',
  cut: 'Not all bugs are shown.',
  tooLarge: 'This graph is too large to draw',
  again: 'listed elsewhere',
  picture: 'Dependency graph',
}
