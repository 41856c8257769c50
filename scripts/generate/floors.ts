// The layers of core, as a table of docs/architecture.md.
import { readFileSync } from 'node:fs'

type Floors = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The document with its table of layers rebuilt. */
export function withFloors(document: string, floorsFile: string): string {
  const { core = {} } = JSON.parse(readFileSync(floorsFile, 'utf8')) as Floors
  return fill(document, 'floors of core', table(core))
}

function fill(document: string, name: string, text: string): string {
  const start = `<!-- ${name}: written by npm run generate -->`
  const from = document.indexOf(start)
  const to = document.indexOf('<!-- end -->', from)
  if (from === -1 || to === -1) throw new Error(`There is no place for the ${name}.`)
  return `${document.slice(0, from)}${start}\n\n${text}\n\n${document.slice(to)}`
}

function table(floors: Floors[string]): string {
  const rows = Object.entries(floors).map(([name, description]) => `| \`${name}/\` | ${description} |`)
  return ['| layer | contents |', '|---|---|', ...rows].join('\n')
}
