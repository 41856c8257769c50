// Icons of the pages, as one path each: a list has two hundred of them, and each shape would be an element.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** By the name that pages use, the name in Lucide. */
const names = {
  attach: 'paperclip',
  back: 'chevron-left',
  check: 'check',
  closed: 'circle-check',
  comments: 'message-square',
  critical: 'triangle-alert',
  dots: 'ellipsis',
  down: 'arrow-down',
  duplicate: 'copy',
  edit: 'pencil',
  forward: 'chevron-right',
  high: 'chevron-up',
  highest: 'chevrons-up',
  idea: 'sparkles',
  lock: 'lock',
  low: 'chevron-down',
  lowest: 'chevrons-down',
  major: 'circle-alert',
  menu: 'menu',
  middle: 'equal',
  more: 'chevron-down',
  open: 'circle-dot',
  plus: 'plus',
  progress: 'circle-ellipsis',
  remove: 'x',
  reply: 'reply',
  search: 'search',
  severe: 'octagon-alert',
  unconfirmed: 'circle-dashed',
  unfixed: 'circle-slash',
  up: 'arrow-up',
}

type Attributes = Readonly<Record<string, string>>

export async function iconPaths(web: string): Promise<string> {
  const require = createRequire(web)
  const paths = await Promise.all(
    Object.entries(names).map(async ([name, original]) => {
      const file = require.resolve(`lucide/dist/esm/icons/${original}.mjs`)
      const { default: shapes } = (await import(pathToFileURL(file).href)) as {
        readonly default: readonly (readonly [tag: string, attributes: Attributes])[]
      }
      return `  ${name}: ${JSON.stringify(
        shapes
          .map(([tag, attributes]) => pathOf(tag, attributes))
          .join('')
          .replaceAll(' -', '-'),
      )},`
    }),
  )
  return `// Written by \`npm run generate\` from Lucide: change scripts/generate/icons.ts.

/** By name, the path of an icon in a square of 24. */
export const icons = {
${paths.join('\n')}
}

export type IconName = keyof typeof icons
`
}

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
