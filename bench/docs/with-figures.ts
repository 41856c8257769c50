// The tables between marks of documents, from results:
//   <!-- figures: start, mail -->   all figures of these topics
//   <!-- growth: scale -->          figures with a few bugs and with many
//   <!-- runs: start, mail -->      when and where they were measured
// Each ends with <!-- end -->.
import { aimOf, operandsOf, shown, type Figure } from '../report.js'
import { commandOf, type Results } from '../results.js'

/** The documents with tables. */
export const documents = ['docs/performance.md', 'bench/RESULTS.md']

const mark = /^<!-- (figures|growth|runs): ([\w, ]+) -->/
const end = '<!-- end -->'

/** Above this load, other programs have used the processor. */
const quiet = 2

type Read = (topic: string) => Results

const tables = { figures: figuresTable, growth: growthTable, runs: runsTable }

/**
 * Returns the document with its tables rebuilt.
 * @throws Error for a mark without an end, and if results are missing
 */
export function withFigures(document: string, read: Read): string {
  return document
    .split(/(?=<!-- (?:figures|growth|runs): )/)
    .map((section) => (mark.test(section) ? withTable(section, read) : section))
    .join('')
}

function withTable(section: string, read: Read): string {
  const [opening = '', kind = '', topics = ''] = mark.exec(section) ?? []
  const at = section.indexOf(end)
  if (at === -1) throw new Error(`${opening} lacks its ${end}`)
  const rows = tables[kind as keyof typeof tables](topics.split(', '), read)
  const [head = []] = rows
  const lines = [head, head.map(() => '---'), ...rows.slice(1)].map((cells) => `| ${cells.join(' | ')} |`)
  return `${opening}\n\n${lines.join('\n')}\n\n${section.slice(at)}`
}

type Row = readonly string[]

function figuresTable(topics: readonly string[], read: Read): readonly Row[] {
  const rows = topics.flatMap((topic) => {
    const results = read(topic)
    return results.figures.map((figure): Row => {
      const { what, ratio, aim } = figure
      return [
        what + signOf(results),
        operandsOf(figure),
        ratio === undefined ? '' : shown(ratio),
        aim ? aimOf(aim) : '',
      ]
    })
  })
  return [['work', 'measured', 'ratio', 'aim'], ...rows]
}

/** Values without a unit are milliseconds. */
function growthTable(topics: readonly string[], read: Read): readonly Row[] {
  const [topic = ''] = topics
  const results = read(topic)
  const found = results.figures.map((figure) => ({ figure, parts: /^(\S+) : (\S+ bugs): (.*)$/.exec(figure.what) }))
  const [, many = '', few = ''] = found.find(({ parts }) => parts)?.parts ?? []
  const rows = found.flatMap(({ figure: { ours, base, unit }, parts }): Row[] => {
    const cell = (value: Figure['ours']) =>
      operandsOf({ what: '', ours: value ?? null, unit: unit === 'ms' ? '' : unit })
    return parts ? [[`${parts[3]}${signOf(results)}`, cell(base), cell(ours)]] : []
  })
  return [['call', few, `${many} bugs`], ...rows]
}

function runsTable(topics: readonly string[], read: Read): readonly Row[] {
  const rows = topics.map((topic): Row => {
    const { date, version, commit, node, processor, cores, load } = read(topic)
    const loads = load ? `${load.before} to ${load.after}` : 'unknown'
    return [`\`${commandOf(topic)}\``, date, `${version} (${commit})`, node, `${processor}, ${cores} cores`, loads]
  })
  return [['command', 'date', 'version', 'Node', 'processor', 'load'], ...rows]
}

function signOf({ load }: Results): string {
  return load && Math.max(load.before, load.after) <= quiet ? '' : ' †'
}
