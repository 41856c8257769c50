// A field of bugs that is added as docs/architecture.md describes is on every face of the tracker; on pages by a test of @trackerkit/web.
import { beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram, type Program } from './bundle.js'

let program: Program
let desk: Awaited<ReturnType<Program['openDesk']>>
beforeAll(async () => {
  program = await bundledProgram()
  desk = await program.openDesk()
  return () => desk.tracker.close()
})

/** The types on disk do not know the field. */
type Loose = Readonly<Record<string, unknown>>

const found = (criteria: object) =>
  desk.ann.as.bugs.search({ ...criteria, include_fields: ['id'] }).then(({ bugs }) => bugs.map(({ id }) => id))

describe('a field of bugs, added as documented', () => {
  it('is in the answer of bugs.get', async () => {
    const { bugs } = await desk.ann.as.bugs.get({ ids: [desk.id] })
    expect(bugs[0]).toMatchObject({ environment: 'Basement' })
  })

  it('can be the only field of an answer', async () => {
    expect(await program.askRest(desk, `/rest/bug/${desk.id}?include_fields=environment`)).toContain(
      '"bugs":[{"environment":"Basement"}]',
    )
  })

  it('is in the history', async () => {
    const { bugs } = await desk.ann.as.bugs.history({ ids: [desk.id] })
    const change = { field_name: 'environment', removed: 'Aula', added: 'Basement' }
    expect(bugs[0]?.history[0]?.changes).toEqual([change])
  })

  it('is found by its parameter', async () => {
    expect(await found({ environment: 'Basement' })).toEqual([desk.id])
  })

  it('is found by a chart', async () => {
    expect(await found({ f1: 'environment', o1: 'substring', v1: 'ASEM' })).toEqual([desk.id])
  })

  it('is found by a quicksearch', async () => {
    expect(await found({ quicksearch: 'ALL env:basement' })).toEqual([desk.id])
  })

  it('puts bugs in order', async () => {
    const ids = await found({ order: 'environment DESC', product: 'Widgets', summary: 'It' })
    expect(ids[0]).toBe(desk.id)
  })

  it('is in the mail about a new bug', () => {
    expect(desk.mail.created[0]).toContain('Environment | Aula')
  })

  it('is in the mail about a change', () => {
    expect(desk.mail.changed[0]).toMatch(/Environment \| Aula +\| Basement/)
  })

  it('is in the change feed', async () => {
    const { changes } = await desk.ann.as.changes.get()
    expect(JSON.stringify(changes)).toContain('{"field_name":"environment","removed":"Aula","added":"Basement"}')
  })

  it('is in the change that webhooks deliver', () => {
    const change = { field_name: 'environment', removed: 'Aula', added: 'Basement' }
    const changed = desk.requests.filter((request) => request.includes('"type":"bug.changed"'))
    expect(changed.map((request) => JSON.parse(request) as object)).toMatchObject([
      { data: { change: { changes: [change] } } },
    ])
  })

  it('is in the bug of webhooks of the form bmo', () => {
    const ofBugs = desk.requests.filter((request) => request.includes('"routing_key":"bug.modify:environment"'))
    expect(ofBugs.map((request) => JSON.parse(request) as object)).toMatchObject([{ bug: { environment: 'Basement' } }])
  })

  it('is in the OpenAPI document, with its description', async () => {
    const document = await program.askRest(desk, '/rest/openapi.json')
    expect(document).toContain('{"name":"environment","in":"query","required":false,"description":"The environment in')
  })

  it('is in the types of operations, with its description', () => {
    const { operations, objects, missing } = program.generated()
    expect(missing).toEqual([])
    expect(objects).toMatch(
      /interface Bug \{[^}]*\/\*\* The environment in which it was seen. \*\/\s*environment: string/,
    )
    expect(operations).toMatch(/interface BugsCreateInput \{[^}]*readonly environment\?/)
    expect(operations).toMatch(/interface BugsSearchInput \{[^}]*readonly environment\?/)
  })

  it('is in the metadata, for forms, filters, columns and changes of many bugs', async () => {
    const { fields } = await desk.ann.as.server.metadata()
    expect(fields.find(({ name }) => name === 'environment')).toMatchObject({
      ...{ name_in_bugs: 'environment', display_name: 'Environment', group: 'details', control: 'text line' },
      ...{ is_filter: true, is_column: true, is_bulk: true },
    })
  })

  it('is the same in a tracker that imports the records', async () => {
    const { before, after } = await program.moveRecords(desk)
    expect((before as readonly Loose[])[0]).toMatchObject({ environment: 'Basement' })
    expect(after).toEqual(before)
  })

  it('is in a copy of the tracker', async () => {
    expect(await program.copyLines(desk)).toContain('"environment":"Basement","environment_folded":"basement"')
  })

  it('is a column of a table', async () => {
    const path = '/rest/bug?quicksearch=ALL%20env:basement&include_fields=id,environment&format=csv'
    expect(await program.askRest(desk, path)).toBe(`id,environment\r\n${desk.id},Basement\r\n`)
  })

  it('is imported from a table', async () => {
    const { problems, bugs } = await program.importTable(desk)
    expect(problems).toEqual([])
    expect(bugs).toMatchObject([{ environment: 'Attic' }])
  })

  it('is marked as untrusted for assistants', async () => {
    const text = await program.askAssistant(desk, 'get_bug', { id: desk.id })
    expect(text).toContain('"environment":{"untrusted_text":"Basement"}')
  })

  it('is listed for assistants, and changed by them', async () => {
    expect(await program.askAssistant(desk, 'get_fields')).toContain('{"name":"environment"')
    const { bugs } = await desk.ann.as.bugs.get({ ids: [desk.id] })
    const { update_token = '' } = bugs[0] ?? {}
    const change = { id: desk.id, update_token, fields: { environment: 'Roof' } }
    expect(await program.askAssistant(desk, 'update_bug', change)).toContain('"added":{"untrusted_text":"Roof"}')
    await desk.ann.as.bugs.update({ ids: [desk.id], ...{ environment: 'Basement' } })
  })
})
