// The markup of a page, rendered part by part: it is the same as that of one rendering, which would keep all others waiting.
import { randomUUID } from 'node:crypto'
import type { ComponentChild } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { ApartProvider } from '../parts/apart.js'
import { Shell } from '../parts/shell.js'
import { AppProvider, type App } from '../state/app.js'
import type { PageBudget } from './page-budget.js'

/** @throws PageOverdue */
export async function renderInParts(app: App, budget: PageBudget): Promise<string> {
  const render = (node: ComponentChild) =>
    app.measure('render', () => renderToString(<AppProvider value={app}>{node}</AppProvider>))
  // No text of a person can hold it.
  const mark = randomUUID()
  const parts: ComponentChild[] = []
  const setApart = (part: ComponentChild) => {
    parts.push(part)
    return mark
  }
  const shell = render(
    <ApartProvider value={setApart}>
      <Shell />
    </ApartProvider>,
  )
  const [before, ...between] = shell.split(mark)
  const written = [before]
  for (const [index, part] of parts.entries()) {
    await budget.step()
    written.push(render(part), between[index])
  }
  return written.join('')
}
