// The cost of the layers: the tracker in the same process compared with the same work written by hand for this table
// layout.
import type { Operations } from '@trackerkit/core'
import { openByHand } from './by-hand/open.js'
import type { Corpus } from './corpus.js'
import { compare, compareCpu, type Extent, warmUp } from './measure.js'
import { report, type Aim } from './report.js'
import { requireSameRows } from './same-answers.js'

export const login = 'user7@example.com'

export const components = 10

/** One way to do something and another, each for any call. */
interface Pair {
  readonly ours: () => unknown
  readonly base: () => unknown
}

export async function measureLayers(corpus: Corpus): Promise<void> {
  await requireSameRows(corpus, login)
  const byHand = openByHand(corpus.file, login)
  const { bugs } = asSomebody(corpus)
  const size = `${corpus.size.toLocaleString('en')} bugs`
  const bug = steps(corpus.size)
  const get = () => bugs.get({ ids: [bug()] })
  let n = 0
  const component = () => (n++ % components) + 1
  const page = (fields: object) => () => bugs.search({ ...newest(component()), ...fields })

  await warmUp(get)
  const nine = { ours: get, base: () => byHand.nineObjects(bug()) }
  await ratioOfReads(`${size}: bugs.get : nine prepared statements`, nine, { atMost: 1.2 })
  const rows = { ours: get, base: () => byHand.nineStatements(bug()) }
  await ratioOfReads(`${size}: bugs.get : only the rows of nine statements`, rows)
  const one = { ours: get, base: () => byHand.oneStatement.get(bug()) }
  await ratioOfReads(`${size}: bugs.get : one statement`, one, { atMost: 2.5 })
  const whole = { ours: page({}), base: () => byHand.oneStatement.page(component()) }
  const pages = { rounds: 9, calls: 10 }
  await ratioOfReads(`${size}: a page of 100, all fields : one statement`, whole, { atMost: 1.4 }, pages)
  const list = { ours: page({ include_fields: ['id', 'summary'] }), base: () => byHand.list(component()) }
  await ratioOfReads(`${size}: a page of 100 ids and summaries : by hand`, list, undefined, { rounds: 9, calls: 20 })
  const create = { ours: () => bugs.create(newBug(n++)), base: () => byHand.create(`It stops working ${n++}`) }
  await ratioOfWrites(`${size}: bugs.create : the same rows by hand`, create, { atMost: 3 })
  byHand.close()
}

/** The same calls on few bugs and on many, in turns: what one minute and the next differ in counts for neither. */
export async function measureGrowth(small: Corpus, large: Corpus): Promise<void> {
  const sizes = `${large.size.toLocaleString('en')} : ${small.size.toLocaleString('en')} bugs`
  const get = (corpus: Corpus) => {
    const next = steps(corpus.size)
    return () => asSomebody(corpus).bugs.get({ ids: [next()] })
  }
  const [ofLarge, ofSmall] = [get(large), get(small)]
  await warmUp(ofLarge)
  await warmUp(ofSmall)
  await ratioOfReads(`${sizes}: bugs.get`, { ours: ofLarge, base: ofSmall }, { atMost: 1.3 })
  let n = 0
  const create = (corpus: Corpus) => () => asSomebody(corpus).bugs.create(newBug(n++))
  const creates = { ours: create(large), base: create(small) }
  await ratioOfWrites(`${sizes}: bugs.create`, creates, { atMost: 1.3 })
}

async function ratioOfReads(what: string, works: Pair, aim?: Aim, extent?: Extent): Promise<void> {
  report({ what, ...(await compareCpu({ ...works }, extent)), unit: 'µs', aim })
}

/** Of time that passes, the disk's too. */
async function ratioOfWrites(what: string, works: Pair, aim: Aim): Promise<void> {
  report({ what, ...(await compare({ ...works }, { rounds: 9, calls: 60 })), unit: 'µs', aim })
}

function asSomebody({ tracker }: Corpus): Operations {
  return tracker.as({ login })
}

export function newest(component: number) {
  return { component: [`Component ${component - 1}`], order: ['changeddate DESC', 'bug_id DESC'], limit: 100 }
}

/** Goes through 1 to `count` in steps that neighbors do not share. */
export function steps(count: number): () => number {
  let n = 0
  return () => (n = (n + 7919) % count) + 1
}

export function newBug(n: number) {
  return {
    product: 'Product',
    component: 'Component 1',
    version: '1.0',
    summary: `It stops working ${n}`,
    description: 'It happens every time, right after the start.',
  }
}
