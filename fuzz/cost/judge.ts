// Checks that the cost of an input is proportional to its size.
import { measureSlowness } from '../../packages/core/test/turns.js'
import { probesOf, sizesOf, textOf, type Growth } from './grow.js'
import { coded, type CostRequest } from './place.js'
import type { Cost, CostServer } from './server.js'

type Sized = Cost & { readonly size: number }

/** Milliseconds of CPU, and megabytes. */
const [worthALook, maxStretch, maxWhole, maxGrowth] = [10, 200, 1000, 64]

/** The fault; undefined when there is none. On a busy machine the same work costs more CPU, by the factor `slowness`. */
function faultOf(costs: readonly Sized[], slowness: number): string | undefined {
  const last = costs.at(-1)
  const broken = costs.find(({ status }) => status === 'none' || status === 500)
  if (broken) return broken.status === 500 ? 'answered by 500' : 'not answered'
  if (costs.some(({ growth }) => growth > maxGrowth)) return 'big'
  if (last && (last.stretch > maxStretch * slowness || last.cpu > maxWhole * slowness)) return 'dear'
  return isSuperLinear(costs) ? 'super-linear' : undefined
}

/** Returns true if three consecutive doublings cost more than 2.5 times each, the last above 20 ms. */
export function isSuperLinear(costs: readonly Pick<Sized, 'size' | 'cpu'>[]): boolean {
  const costAt = new Map(costs.map(({ size, cpu }) => [size, cpu]))
  const isSteep = (size: number) => (costAt.get(size) ?? 0) > 2.5 * Math.max(0.1, costAt.get(size / 2) ?? Infinity)
  return costs.some(({ size, cpu }) => cpu > 20 && [size, size / 2, size / 4].every(isSteep))
}

export interface Finding {
  readonly fault: string
  readonly place: string
  readonly costs: readonly Sized[]
  readonly curl: string
}

/** Looks at one growth: a few sizes, and where one is dear all of them, three times. Undefined: nothing is wrong there. */
export async function judge(server: CostServer, growth: Growth): Promise<Finding | undefined> {
  const { place } = growth
  const at = (size: number) => place.request(textOf(growth, size))
  const look = async (sizes: readonly number[], isWatched: boolean): Promise<Sized[]> => {
    const costs: Sized[] = []
    for (const size of sizes) {
      const cost = await server.measure(at(size), isWatched)
      costs.push({ size, ...cost })
      if (cost.status === 'none' || cost.status === 500 || cost.cpu > 3 * maxWhole) break
    }
    return costs
  }
  const ended = (costs: readonly Sized[]): Finding => {
    const curl = `${curlOf(server, growth, at)}\n${server.lastWords()}`
    return { fault: 'the server ended', place: place.name, costs, curl }
  }
  const probes = await look(probesOf(place), false)
  const isQuiet = ({ cpu, status, growth: grown }: Sized) =>
    cpu < worthALook && status !== 'none' && status !== 500 && grown < maxGrowth
  if (probes.every(isQuiet)) return undefined
  let [fault, costs]: [string | undefined, Sized[]] = [undefined, []]
  for (let times = 0; times < 3; times++) {
    if (!server.isRunning()) return ended(probes)
    costs = await look(sizesOf(place), true)
    if (!server.isRunning()) return ended(costs)
    // The dearest size is judged as the last one: beyond its limit a text may be turned away at once.
    const dearest = costs.toSorted((one, other) => one.cpu - other.cpu).at(-1)
    fault = faultOf(dearest ? [...costs, dearest] : costs, measureSlowness())
    if (fault === undefined) return undefined
  }
  const broken = costs.find(({ status }) => status === 'none' || status === 500)
  const worst = broken ?? costs.reduce((one, other) => (other.cpu > one.cpu ? other : one))
  const shown = costs.filter(({ size }) => size <= worst.size).slice(-3)
  return { fault: fault as string, place: place.name, costs: shown, curl: curlOf(server, growth, at, worst.size) }
}

/** A command that repeats it, with long repetitions written as such. */
function curlOf({ origin }: CostServer, { filling }: Growth, at: (size: number) => CostRequest, size = 64): string {
  const { method, path, headers, body } = at(size)
  const units = [coded(filling), JSON.stringify(filling).slice(1, -1), filling]
  const quoted = (text: string) => `'${shortened(text.replaceAll("'", "'\\''"), units)}'`
  const parts = Object.entries(headers)
    .filter(([name]) => !['Cookie', 'X-Tracker-API-Key'].includes(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === undefined ? [] : [`--data ${quoted(body)}`]
  return ['curl -g -o /dev/null', `-X ${method}`, ...parts, ...data, quoted(origin + path)].join(' ')
}

function shortened(text: string, units: readonly string[]): string {
  for (const unit of units) {
    let [written, from, isShorter] = ['', 0, false]
    for (let at = text.indexOf(unit.repeat(20)); at !== -1; at = text.indexOf(unit.repeat(20), from)) {
      let end = at
      while (text.startsWith(unit, end)) end += unit.length
      written += `${text.slice(from, at)}'"$(node -p '${JSON.stringify(unit)}.repeat(${(end - at) / unit.length})')"'`
      from = end
      isShorter = true
    }
    if (isShorter) return written + text.slice(from)
  }
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text
}
