// Bugs that texts of commits and pull requests name. Any other number in them is not a bug.
import type { CodeItem } from './code-event.js'

export interface NamingRules {
  /** '#12' behind a verb names a bug. */
  readonly numbers: boolean
  /** The address of the tracker, with a slash at its end; blank when it is not known. */
  readonly urlbase: string
}

/** Numbers of bugs, each with whether a verb such as "fixes" is before it. */
export type NamedBugs = ReadonlyMap<number, boolean>

const name =
  /(?<![\w/.#-])(?:(fix|fixes|fixed|close|closes|closed|resolve|resolves|resolved)[ :]{1,2})?(bugs?[ -]?#?|#|https?:\/\/)/gi
const number = /(\d{1,9})(?!\w|\.\w)/y
const further = /(?: and |, and |, ?)#?(\d{1,9})(?!\w|\.\w)/y
const pathOfBug = /(?:bug\/|show_bug\.cgi\?id=)(\d{1,9})(?!\w)/y
const begins = /^(?:bug:|(?:fix|fixes|fixed|close|closes|closed|resolve|resolves|resolved)\b)/i
const listed = /^bug:[ \t]{0,4}#?(?=\d)/i
const branchName = /(?:^|\/)bug-(\d{1,9})(?!\w)/i

/** The bugs that an item names: in its title, in lines of its text made for that, by addresses, and in its branch. */
export function bugsNamedBy({ title, text, branch, kind }: CodeItem, rules: NamingRules): NamedBugs {
  const bugs = new Map<number, boolean>()
  const note = (id: number, isFix: boolean) => {
    if (id > 0) bugs.set(id, isFix || bugs.get(id) === true)
  }
  findIn(title, rules, false, note)
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    const [list] = listed.exec(line) ?? []
    if (list !== undefined) listFrom(line, list.length, false, note)
    else findIn(line, rules, !begins.test(line), note)
  }
  const inBranch = kind === 'pull_request' ? branchName.exec(branch) : null
  if (inBranch) note(Number(inBranch[1]), false)
  return bugs
}

/** The first bug in a text, as bugzilla.mozilla.org looks for it. */
export function bugNumberIn(text: string): number | undefined {
  const id = Number(/\bbug[ -]{1,10}(\d{1,9})\b/i.exec(text)?.[1])
  return id > 0 ? id : undefined
}

/** Returns true if the text reverts changes. Such a text links, and never closes. */
export function isRevert({ title, text }: Pick<CodeItem, 'title' | 'text'>): boolean {
  return (
    /^revert\b/i.test(title.trim()) || text.split('\n').some((line) => /^\s?This reverts commit [0-9a-f]/i.test(line))
  )
}

function findIn(
  text: string,
  { numbers, urlbase }: NamingRules,
  urlsAlone: boolean,
  note: (id: number, isFix: boolean) => void,
): void {
  for (const match of text.matchAll(name)) {
    const [whole, verb, form = ''] = match
    const end = match.index + whole.length
    const isFix = verb !== undefined
    if (form.endsWith('//')) {
      const start = end - form.length
      const path =
        urlbase !== '' && text.startsWith(urlbase, start) ? at(pathOfBug, text, start + urlbase.length) : null
      if (path) note(Number(path[1]), isFix)
    } else if (!urlsAlone && (form !== '#' || (numbers && isFix))) listFrom(text, end, isFix, note)
  }
}

/** A number, and further ones behind commas and "and". */
function listFrom(text: string, from: number, isFix: boolean, note: (id: number, isFix: boolean) => void): void {
  let found = at(number, text, from)
  while (found) {
    note(Number(found[1]), isFix)
    found = at(further, text, found.index + found[0].length)
  }
}

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}
