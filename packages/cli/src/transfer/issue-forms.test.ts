import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createTestTracker, type TestTracker } from '@trackerkit/adapter-memory/testing'
import type { FormElement } from '@trackerkit/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readIssueForm } from './issue-form.js'

const folder = fileURLToPath(new URL('../../../../corpus/forms/', import.meta.url))

/** Of each file the name, the title, the IDs of its elements (`!`: required, `-`: text), whether it has labels, and what is left out. */
const table: readonly (readonly [file: string, name: string, title: string, elements: string, others: string])[] = [
  ['accessibility', 'Accessibility barrier', 'a11y: ', '- page! technology barrier!', 'labels'],
  ['board-support', 'Support for a new board', '', 'vendor! chip datasheet pins own', 'labels, assignees'],
  ['broken-link', '🔗 Broken link', '', 'from! to', ''],
  ['build-failure', 'Build failure', '[build] ', 'system! compiler! configure log!', 'labels, body.4 (upload)'],
  ['cli-bug', 'Bug', '', '- command! expected! actual! version!', 'labels, projects'],
  ['crash', 'Crash report', 'Crash: ', 'severity backtrace before!', 'type'],
  ['data-correction', 'Wrong data', '', 'record! column right source!', 'labels'],
  ['design-proposal', 'Design proposal', 'RFC: ', 'motivation! design! alternatives unresolved', 'labels'],
  ['documentation', 'Documentation', 'docs: ', 'page what-is-wrong! suggestion', 'labels'],
  ['driver', 'Printer does not work', '', '- printer connection log', ''],
  ['editor-extension', 'Extension bug', '[Ext] ', 'first editor! settings steps!', 'labels, assignees'],
  ['feature', 'Feature request', 'feat: <short summary>', 'problem solution! context help', 'labels'],
  ['fehlerbericht', 'Fehlerbericht', 'Fehler: ', '- beschreibung! haeufigkeit version', 'labels'],
  ['flaky-test', 'Flaky test', '', 'test! runs! since', 'labels'],
  ['game-bug', '🎮 Bug in the game', '', 'platform! gpu save video', 'labels'],
  [
    'library-bug',
    'Bug report',
    '',
    '- bug-description! reproduction! system-info package-manager checkboxes',
    'labels',
  ],
  [
    'lint-rule',
    'Propose a rule',
    'New rule: ',
    'name-of-the-rule! what-type-of-rule-is-this! example-code! participation',
    'labels',
  ],
  ['localization', '翻訳の問題', '', 'language! key better!', 'labels'],
  ['mobile-app', 'Bug in the app', '[App]: ', 'os! os-version app-version! steps!', 'body.4 (upload)'],
  ['module-request', 'Request a module', '', 'summary! additional-information code-of-conduct', 'labels'],
  ['package-request', 'Package request', 'Package request: NAME', 'description! homepage! license platforms', 'labels'],
  ['performance', 'Performance regression', '', 'good bad! profile measurements!', 'labels'],
  ['plugin-submission', 'Submit a plugin', 'Plugin: ', 'repository! category! requirements', 'labels, projects'],
  ['question', 'Question', '', '- question! -', 'labels'],
  ['release-checklist', 'Release', 'Release x.y.z', 'version! before after', 'labels, assignees'],
  ['security-hardening', 'Hardening', '', 'no-vulnerability priority proposal!', 'labels'],
  ['server-bug', 'Server problem', '', 'version! deployment database config logs', 'labels'],
  ['site-feedback', 'Feedback about the site', '', 'rating why', 'labels'],
  ['theme', 'Theme problem', '', 'theme colour where!', ''],
  ['windows-installer', 'Windows installer', '', 'code! log', 'labels'],
]

let tracker: TestTracker
beforeAll(async () => {
  tracker = await createTestTracker()
})
afterAll(() => tracker.close())

describe('the issue forms of corpus/forms', () => {
  it('are all in the table', () => {
    expect(readdirSync(folder).toSorted()).toEqual(table.map(([file]) => `${file}.yml`))
  })

  it.each(table)('become forms of a tracker: %s', async (file, name, title, elements, others) => {
    const read = await readIssueForm(`${folder}${file}.yml`)
    expect(read).toMatchObject({ name, title })
    expect([...(read.labels.length > 0 ? ['labels'] : []), ...read.leftOut].join(', ')).toBe(others)
    const { forms } = tracker.asSystem('admin@example.com')
    const { description, body } = read
    const { id } = await forms.create({ name, description, body: body as readonly FormElement[] })
    const [stored] = (await forms.get({ ids: [id] })).forms
    const shown = stored?.body.map((one) => `${one.id ?? '-'}${one.validations?.required ? '!' : ''}`).join(' ')
    expect(shown).toBe(elements)
  })

  it.each<[file: string, index: number, attributes: object]>([
    ['data-correction', 1, { options: ['name', 'population', 'area_km2', 'no', 'yes', '1.10', '2020-01-01', '~'] }],
    ['theme', 0, { options: ['Light', 'Dark', 'High contrast', '#custom'] }],
    ['mobile-app', 3, { value: '1. \n2. \n3.' }],
    ['crash', 0, { default: 2 }],
    ['package-request', 3, { multiple: true }],
    ['driver', 0, { value: '## Printers\n\nLook at the [list](https://example.org/printers) first.\n\tA tab stays.' }],
    ['windows-installer', 1, { label: '%TEMP%\\install.log', render: 'text' }],
  ])('keep what %s says in element %i', async (file, index, attributes) => {
    const { body } = await readIssueForm(`${folder}${file}.yml`)
    const [form] = (await tracker.asSystem().forms.get({ names: [table.find(([name]) => name === file)?.[1] ?? ''] }))
      .forms
    expect(body).toHaveLength(form?.body.length ?? 0)
    expect(form?.body[index]?.attributes).toMatchObject(attributes)
  })
})
