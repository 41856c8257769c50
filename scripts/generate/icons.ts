// Icons of the pages, as one path each, and marks: icons that a list repeats in each row, in one picture for style sheets.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** By the name that pages use, the name in Lucide. */
const icons = {
  attach: 'paperclip',
  back: 'chevron-left',
  check: 'check',
  dots: 'ellipsis',
  down: 'arrow-down',
  edit: 'pencil',
  forward: 'chevron-right',
  lock: 'lock',
  menu: 'menu',
  more: 'chevron-down',
  plus: 'plus',
  remove: 'x',
  reply: 'reply',
  search: 'search',
  up: 'arrow-up',
}

const marks = {
  closed: 'circle-check',
  comments: 'message-square',
  critical: 'triangle-alert',
  down: 'arrow-down',
  duplicate: 'copy',
  high: 'chevron-up',
  highest: 'chevrons-up',
  idea: 'sparkles',
  lock: 'lock',
  low: 'chevron-down',
  lowest: 'chevrons-down',
  major: 'circle-alert',
  middle: 'equal',
  open: 'circle-dot',
  progress: 'circle-ellipsis',
  severe: 'octagon-alert',
  unconfirmed: 'circle-dashed',
  unfixed: 'circle-slash',
}

type Attributes = Readonly<Record<string, string>>

/** Returns the module of icons, and the picture of marks with its style sheet. */
export async function iconFiles(web: string): Promise<Readonly<Record<'module' | 'picture' | 'style', string>>> {
  const paths = await pathsOf(web, marks)
  return {
    module: moduleOf(await pathsOf(web, icons), Object.keys(marks)),
    picture: pictureOf(paths),
    style: styleOf(Object.keys(marks)),
  }
}

type Paths = readonly (readonly [name: string, path: string])[]

function pathsOf(web: string, names: Readonly<Record<string, string>>): Promise<Paths> {
  const require = createRequire(web)
  return Promise.all(
    Object.entries(names).map(async ([name, original]) => {
      const file = require.resolve(`lucide/dist/esm/icons/${original}.mjs`)
      const { default: shapes } = (await import(pathToFileURL(file).href)) as {
        readonly default: readonly (readonly [tag: string, attributes: Attributes])[]
      }
      const path = shapes.map(([tag, attributes]) => pathOf(tag, attributes)).join('')
      return [name, path.replaceAll(' -', '-')] as const
    }),
  )
}

const moduleOf = (
  paths: Paths,
  markNames: readonly string[],
) => `// Written by \`npm run generate\` from Lucide: change scripts/generate/icons.ts.

/** By name, the path of an icon in a square of 24. */
export const icons = {
${paths.map(([name, path]) => `  ${name}: ${JSON.stringify(path)},`).join('\n')}
}

export type IconName = keyof typeof icons

/** The marks of marks.css, by the end of their class. */
export type MarkName = ${markNames.map((name) => `'${name}'`).join(' | ')}
`

/** The marks side by side, each in a square of 24. */
const pictureOf = (
  paths: Paths,
) => `<!-- Written by \`npm run generate\` from Lucide: change scripts/generate/icons.ts. -->
<svg xmlns="http://www.w3.org/2000/svg" width="${paths.length * 24}" height="24" viewBox="0 0 ${paths.length * 24} 24" fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.75">
${paths.map(([, path], at) => `<path transform="translate(${at * 24})" d="${path}" />`).join('\n')}
</svg>
`

/** Forced colors and printers leave backgrounds out, of which a mark is one. */
const styleOf = (names: readonly string[]) => `/* Written by \`npm run generate\`: change scripts/generate/icons.ts. */
:is(${names.map((name) => `.mark-${name}`).join(', ')})::before {
  flex: none;
  width: var(--mark-size, 16px);
  height: var(--mark-size, 16px);
  background: var(--mark-color, currentcolor);
  content: '';
  forced-color-adjust: none;
  mask: url('marks.svg') calc(var(--mark) * var(--mark-size, 16px) * -1) 0 / auto 100% no-repeat;
  print-color-adjust: exact;
}

/* Loads the picture with each page: a tab that outlives an upgrade could not load it later. */
body::after {
  position: absolute;
  content: '';
  mask: url('marks.svg');
}

@media (forced-colors: active) {
  :root {
    --mark-color: CanvasText;
  }
}

${names.map((name, at) => `.mark-${name}::before {\n  --mark: ${at};\n}`).join('\n\n')}
`

/** @throws Error for a shape that no icon has had so far */
function pathOf(tag: string, attributes: Attributes): string {
  const { d } = attributes
  // The points after the first one stay relative.
  if (tag === 'path' && d !== undefined)
    return d.replace(/^m(-?[\d.]+)[ ,]?(-?[\d.]+)(?![\d.]) ?(?=[-\d.])/, 'M$1 $2l').replace(/^m/, 'M')
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ['x1', 'y1', 'x2', 'y2'].map((name) => Number(attributes[name]))
  if (tag === 'line') return `M${x1} ${y1}L${x2} ${y2}`
  const [cx = 0, cy = 0, r = 0] = ['cx', 'cy', 'r'].map((name) => Number(attributes[name]))
  if (tag === 'circle') return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0 ${-2 * r} 0`
  const [x = 0, y = 0, width = 0, height = 0, rx = 0] = ['x', 'y', 'width', 'height', 'rx'].map((name) =>
    Number(attributes[name]),
  )
  if (tag !== 'rect') throw new Error(`The icons have a '${tag}', which is not known yet.`)
  const corner = (right: number, down: number) => `a${rx} ${rx} 0 0 1 ${right} ${down}`
  const [across, along] = [width - 2 * rx, height - 2 * rx]
  return `M${x + rx} ${y}h${across}${corner(rx, rx)}v${along}${corner(-rx, rx)}h${-across}${corner(-rx, -rx)}v${-along}${corner(rx, -rx)}`
}
