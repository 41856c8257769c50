// Violations of WCAG 2.2 AA that axe finds, and pages that are too wide.
import type { Page } from '@trackerkit/test-browser'
import axe from 'axe-core'

export const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules or groups of rules that the page breaks, each with the elements that do. Its context must bypass the CSP. */
export async function violationsOf(page: Page, runOnly: readonly string[] = standards): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(
    async (rules) => {
      const { axe: inPage } = window as unknown as { readonly axe: typeof axe }
      // axe leaves it out of the groups, as experimental.
      const more = { 'label-content-name-mismatch': { enabled: true } }
      const { violations } = await inPage.run(document, { runOnly: rules, rules: more })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    },
    [...runOnly],
  )
}

/** By how many pixels the page scrolls sideways: 0 is right. */
export const excessOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Elements that move although the user prefers reduced motion. */
export const movingIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((one) => {
        const { transitionDuration, animationName } = getComputedStyle(one)
        return animationName !== 'none' || transitionDuration.split(', ').some((each) => Number.parseFloat(each) > 0)
      })
      .map(({ tagName, className }) => `${tagName}.${String(className)} moves`),
  )
