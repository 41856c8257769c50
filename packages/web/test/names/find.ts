// Elements by role and name, written in a line: `list "Attachments" > link "A dot"`.
import type { Page } from '@trackerkit/test-browser'

type Locator = ReturnType<Page['getByRole']>
type Role = Parameters<Page['getByRole']>[0]
type Options = NonNullable<Parameters<Page['getByRole']>[1]>

/** States that `getByRole` knows, as they are written in brackets. */
const states: Readonly<Record<string, Options>> = {
  checked: { checked: true },
  collapsed: { expanded: false },
  disabled: { disabled: true },
  expanded: { expanded: true },
  pressed: { pressed: true },
  unpressed: { pressed: false },
}

const pattern = /^(\w+)(?: "([^"]*)")?((?: \[[^\]]+\])*)(?: is "([^"]*)")?$/

/** N in a name is any number. */
function matching(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(escaped.replace(/\bN\b/g, String.raw`\d[\d,]*`))
}

const whole = (text: string) => new RegExp(String.raw`^\s*${matching(text).source}\s*$`)

/** Finds what a line describes. `status`, `alert` and `text` have no names: they are found by what they say. */
export function find(page: Page, line: string): Locator {
  const [first = '', ...others] = line.split(' > ')
  return others.reduce((within, part) => findPart(page, within, part), findPart(page, page, first))
}

function findPart(page: Page, within: Page | Locator, part: string): Locator {
  const [, role = '', name, brackets = '', value] = pattern.exec(part) ?? []
  if (role === '') throw new Error(`This is no role with a name: ${part}`)
  const given = [...brackets.matchAll(/\[([^\]]+)\]/g)].map(([, state = '']) => state)
  if (role === 'text') return within.getByText(whole(name ?? '')).filter({ visible: true })
  const saying = role === 'status' || role === 'alert'
  const options = given.reduce<Options>((all, state) => ({ ...all, ...states[state] }), {})
  const found = within.getByRole(
    role as Role,
    saying || name === undefined ? options : { ...options, name: whole(name) },
  )
  const attributes = given.filter((state) => !(state in states))
  const selectors = attributes.map((state) => (state === 'focused' ? ':focus' : `[${state}]`))
  const chosen = selectors.reduce((some, selector) => some.and(page.locator(selector)), found)
  if (saying) return chosen.filter({ hasText: matching(name ?? '') })
  return value === undefined ? chosen : chosen.filter({ hasText: whole(value) })
}
