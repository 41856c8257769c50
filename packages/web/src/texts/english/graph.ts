export const graphTexts = {
  title: (id: number) => `Dependencies of bug ${id}`,
  dependsOn: 'Depends on',
  blocks: 'Blocks',
  depth: 'Depth',
  openOnly: 'Open bugs only',
  noneBelow: 'It waits for no bug that you may see.',
  noneAbove: 'No bug that you may see waits for it.',
  cut: 'There are more dependencies than are shown here.',
  tooLarge: 'This graph is too large to draw',
  again: 'listed elsewhere',
  picture: 'Graph of dependencies',
}
