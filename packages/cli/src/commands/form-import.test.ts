import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere } from '../../test/command.js'
import { openTracker } from '../store/store.js'

eachInAFolder()

let db: string
/** The output of the last command. */
let said: string
beforeEach(async () => {
  db = join(folder, 'tracker.db')
  const tracker = await openTracker(db)
  await tracker.asSystem('admin@example.com').products.create({ name: 'Widgets', description: 'All', version: '1.0' })
  await tracker.close()
})

async function importFile(name: string, ...args: string[]): Promise<number | null> {
  const { code, out, err } = await runHere(['form', 'import', join(folder, name), '--db', db, ...args])
  said = out + err
  return code
}

/** The example in the documentation of issue forms of GitHub, shortened. */
const bugReport = `name: Bug Report
description: File a bug report.
title: "[Bug]: "
labels: ["bug", "triage"]
projects: ["octo-org/1"]
assignees:
  - octocat
type: bug
body:
  - type: markdown
    attributes:
      value: |
        Thanks for taking the time to fill out this bug report!
  - type: textarea
    id: what-happened
    attributes:
      label: What happened?
      description: Also tell us, what did you expect to happen?
      value: "A bug happened!"
    validations:
      required: true
  - type: dropdown
    id: release
    attributes:
      label: Release
      options:
        - 1.0
        - Yes
        - 1.0.3 (Edge)
      default: 0
    validations:
  - type: upload
    id: shots
    attributes:
      label: Pictures
  - type: checkboxes
    attributes:
      label: Code of Conduct
      options:
        - label: I agree
          required: true
`

function bring(text: string, ...args: string[]): Promise<number | null> {
  writeFileSync(join(folder, 'bug.yml'), text)
  return importFile('bug.yml', ...args)
}

async function formsHere() {
  const tracker = await openTracker(db)
  const { forms } = await tracker.asSystem('admin@example.com').forms.get()
  await tracker.close()
  return forms
}

describe('trackerkit form import', () => {
  it('imports an issue form of GitHub, and names what it leaves out', async () => {
    expect(await bring(bugReport, '--product', 'Widgets')).toBe(0)
    const omitted = "label 'bug', label 'triage', projects, assignees, type, body.3 (upload)"
    expect(said).toBe(`form 1 created: Bug Report\nomitted: ${omitted}\n`)
    const [form] = await formsHere()
    expect(form).toMatchObject({ name: 'Bug Report', title: '[Bug]:', product: 'Widgets', component: null })
    expect(form?.body.map(({ type, id }) => [type, id])).toEqual([
      ['markdown', undefined],
      ['textarea', 'what-happened'],
      ['dropdown', 'release'],
      ['checkboxes', 'code-of-conduct'],
    ])
    expect(form?.body[1]).toMatchObject({ validations: { required: true } })
    expect(form?.body[2]?.attributes).toMatchObject({ options: ['1.0', 'Yes', '1.0.3 (Edge)'], default: 0 })
    expect(form?.body[3]?.attributes.options).toEqual([{ label: 'I agree', required: true }])
  })

  it('sets the labels that are active keywords, and names the others as omitted', async () => {
    const tracker = await openTracker(db)
    const { keywords } = tracker.asSystem('admin@example.com')
    await keywords.create({ name: 'Triage', description: 'To be looked at' })
    await keywords.create({ name: 'old', description: 'No longer', is_active: false })
    await tracker.close()
    const labelled = (labels: string) => bring(bugReport.replace('["bug", "triage"]', labels), '--product', 'Widgets')
    expect(await labelled("'bug, triage,old, TRIAGE'")).toBe(0)
    expect(said).toContain("keywords: Triage\nomitted: label 'bug', label 'old', projects")
    expect(await formsHere()).toMatchObject([{ keywords: ['Triage'] }])
    expect(await labelled('[bug]')).toBe(0)
    expect(await formsHere()).toMatchObject([{ keywords: [] }])
  })

  it('replaces a form with the same name', async () => {
    await bring(bugReport, '--product', 'Widgets')
    const shorter = 'name: Bug Report\nbody:\n  - type: input\n    attributes:\n      label: Where?\n'
    expect(await bring(shorter)).toBe(0)
    expect(said).toBe('form 1 replaced: Bug Report\n')
    expect(await formsHere()).toMatchObject([{ product: 'Widgets', title: '', body: [{ id: 'where' }] }])
  })

  it('keeps product and component of a form that it replaces without these options', async () => {
    const tracker = await openTracker(db)
    await tracker
      .asSystem('admin@example.com')
      .components.create({ product: 'Widgets', name: 'UI', description: 'x', default_assignee: 'admin@example.com' })
    await tracker.close()
    await bring(bugReport, '--product', 'Widgets', '--component', 'UI')
    expect(await bring(bugReport)).toBe(0)
    expect(await bring(bugReport, '--product', 'widgets')).toBe(0)
    expect(await formsHere()).toMatchObject([{ product: 'Widgets', component: 'UI' }])
  })

  it('replaces no form of another product, and imports under another name', async () => {
    const tracker = await openTracker(db)
    await tracker.asSystem('admin@example.com').products.create({ name: 'Gadgets', description: 'x', version: '1.0' })
    await tracker.close()
    await bring(bugReport, '--product', 'Widgets')
    expect(await bring(bugReport, '--product', 'Gadgets')).toBe(1)
    expect(said).toContain("a form for the product Widgets has the name 'Bug Report'; choose another with --name")
    expect(await bring(bugReport, '--product', 'Gadgets', '--name', 'Gadget bug')).toBe(0)
    const places = (await formsHere()).map(({ name, product }) => [name, product])
    expect(places).toEqual([
      ['Bug Report', 'Widgets'],
      ['Gadget bug', 'Gadgets'],
    ])
  })

  it.each<[what: string, text: string, message: string]>([
    ['a wrong element', bugReport.replace('dropdown', 'slider'), "body.2.type cannot be 'slider'. Accepted: markdown"],
    ['no name', 'body: []', 'name is required'],
    ['no body', 'name: x', 'body must be a list'],
    ['a list of names', 'name: [x]\nbody: []', 'name must be a string'],
    ['labels that are no names', 'name: x\nbody: []\nlabels: [{ a: b }]', 'labels must be a list of names'],
    ['no YAML', 'name: "x', 'bug.yml: '],
    ['a list', '- x', 'an issue form must have name, description and body'],
    ['aliases', 'name: &a x\nbody: [*a]', 'bug.yml: '],
    ['tags', 'name: !js x\nbody: []', 'bug.yml: '],
    ['too many bytes', `name: ${'x'.repeat(65_536)}`, 'at most 65536 bytes'],
    ['too many commas', `name: x\nbody: [${','.repeat(60_000)}]`, 'at most 10000 tokens of YAML'],
    ['too many keys', `name: x\n${Array.from({ length: 6000 }, (_, key) => `a${key}:`).join('\n')}`, 'tokens of YAML'],
    ['too much depth', `name: x\nbody: ${'['.repeat(9000)}`, 'bug.yml: is nested too deeply'],
  ])('rejects %s', async (_what, text, message) => {
    expect(await bring(text)).toBe(1)
    expect(said).toContain(message)
    expect(await formsHere()).toEqual([])
  })

  it('rejects a file that does not exist', async () => {
    expect(await importFile('none.yml')).toBe(1)
    expect(said).toContain('cannot be read: ENOENT')
  })
})
