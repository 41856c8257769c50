import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { isTrackerError, type FormElement } from '@trackerkit/core'
import { afterAll, describe, expect, it } from 'vitest'
import { CommandError } from '../terminal/command.js'
import { readIssueForm } from './issue-form.js'

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-forms-'))
afterAll(() => rmSync(folder, { recursive: true }))

const form = `name: 🐞 Bug
description: >-
  Something is broken,
  and you know how.
title: 'bug: '
labels: [bug, "needs triage"]
body:
- type: markdown
  attributes: { value: "## Before you start\\n\\n- Search first" }
- type: checkboxes
  id: before
  attributes:
    label: Before
    options: [{ label: "I searched [the list](../issues)", required: true }, { label: I read }]
- type: dropdown
  attributes: { label: "Node.js: version?", multiple: true, options: [20.19, "22", 24.x, "null", no] }
  validations: { required: true }
- type: textarea
  id: steps_1
  attributes:
    label: Steps
    placeholder: |
      1. Open "…"
      2. See # error
    render: bash
`

async function read(text: string) {
  const file = join(folder, 'form.yml')
  writeFileSync(file, text)
  return readIssueForm(file)
}

/** Replaces, removes or repeats parts of a text, by a seed. */
function mutated(text: string, seed: number): string {
  let state = seed
  const below = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  const parts = text.split(/(?<=[\n:,])/)
  const others = ['- ', '[', '{', '&a ', '*a', '!!js ', 'null', '"', '\t', '? ', '---\n', 'body:\n', '\0', '1e999']
  for (let count = 0; count <= below(4); count++) {
    const [part = ''] = parts.splice(below(parts.length), 1)
    const other = [part + part, others[below(others.length)] ?? '', parts[below(parts.length)] ?? ''][below(3)] ?? ''
    parts.splice(below(parts.length), 0, other)
  }
  return parts.join('')
}

describe('readIssueForm', () => {
  it('reads the styles of YAML that forms are written in', async () => {
    const { body, ...others } = await read(form)
    const texts = { name: '🐞 Bug', description: 'Something is broken, and you know how.', title: 'bug: ' }
    expect(others).toEqual({ ...texts, labels: ['bug', 'needs triage'], leftOut: [] })
    const tracker = await createTestTracker()
    const { forms } = tracker.asSystem('admin@example.com')
    await forms.create({ name: 'Bug', body: body as readonly FormElement[] })
    const [stored] = (await forms.get({ names: ['Bug'] })).forms
    expect(stored?.body.map(({ id, attributes }) => [id, attributes.options?.length])).toEqual([
      [undefined, undefined],
      ['before', 2],
      ['node-js-version', 5],
      ['steps_1', undefined],
    ])
    await tracker.close()
  })

  it('has an error in words for whatever else a file contains', async () => {
    const tracker = await createTestTracker()
    const { forms } = tracker.asSystem('admin@example.com')
    let created = 0
    for (let seed = 1; seed <= 400; seed++) {
      try {
        const { name, body } = await read(mutated(form, seed))
        const { id } = await forms.create({ name, body: body as readonly FormElement[] })
        await forms.delete({ ids: [id] })
        created++
      } catch (error) {
        const isInWords = error instanceof CommandError || isTrackerError(error, 'form_invalid', 'name_too_long')
        if (!isInWords) throw new Error(`seed ${seed}`, { cause: error })
      }
    }
    expect(created).toBeGreaterThan(0)
    await tracker.close()
  })
})
