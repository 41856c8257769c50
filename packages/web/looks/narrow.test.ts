// Rare tasks on a phone, which must work nevertheless: graph and history, settings, administration.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { excessOf } from '../test/axe.js'
import { useStage } from '../test/browser.js'
import { password, people } from '../test/harness.js'
import { furnish } from './addresses.js'

const stage = useStage()

beforeAll(async () => {
  if (hasBrowser) await furnish(stage.world)
})

const system = () => stage.world.tracker.asSystem()

type Role = Parameters<Page['getByRole']>[0]

async function open(path: string, who: string = people.admin): Promise<Page> {
  const page = await stage.open(path, who, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
  page.setDefaultTimeout(15_000)
  return page
}

/** Labels of required fields say so. */
const named = (name: string) =>
  /^(Name|Login|Description)$/.test(name) ? new RegExp(`^${name}( \\(required\\))?$`) : name
const one = (page: Page, role: Role, name: string) => page.getByRole(role, { name: named(name), exact: true }).first()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const fill = (page: Page, name: string, text: string) => one(page, 'textbox', name).fill(text)
const tap = (page: Page, role: Role, name: string) =>
  page.getByRole('main').getByRole(role, { name, exact: true }).tap()
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

/** All of a kind are there, a finger reaches each of them, and nothing has to be moved sideways for it but a table within itself. */
async function reaches(page: Page, role: Role, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const control = page
      .getByRole('main')
      .getByRole(role, { name: named(name), exact: true })
      .first()
    if (['button', 'link', 'checkbox', 'combobox', 'textbox'].includes(role)) await control.tap({ trial: true })
    else await control.waitFor()
  }
  expect(await excessOf(page)).toBe(0)
}

describe.skipIf(!hasBrowser)('a telephone', () => {
  it('shows what a bug waits for, as deep as is wanted, and its history', async () => {
    const { plain, other } = stage.world.bugs
    const page = await open(`/bug/${other}/graph`)
    await heading(page, `Dependencies of bug ${other}`)
    await one(page, 'list', 'Depends on').waitFor()
    await one(page, 'combobox', 'Depth').selectOption('2')
    await tap(page, 'checkbox', 'Open bugs only')
    await page.waitForURL('**/graph?depth=2&open_only=1')
    await reaches(page, 'link', `${plain} It blinks`)
    await page.goto(`${stage.url}/bug/${plain}/graph`)
    await reaches(page, 'list', 'Blocks')
    await page.goto(`${stage.url}/bug/${plain}/history`)
    await heading(page, `History of bug ${plain}`)
    const table = one(page, 'table', 'History')
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['When', 'Who', 'Field', 'Before', 'After'])
    await reaches(page, 'table', 'History')
  })

  it('takes the own settings, a new password and the wanted mail', async () => {
    const page = await open('/me', people.reporter)
    await heading(page, 'Settings')
    await fill(page, 'Real name', 'Rita R.')
    await one(page, 'combobox', 'Theme').selectOption('Light')
    await reaches(page, 'combobox', 'Theme', 'Time zone')
    await tap(page, 'checkbox', 'Keyboard shortcuts')
    await tap(page, 'button', 'Save')
    await page.getByRole('banner').getByText('Rita R.').waitFor()
    const form = page.getByRole('form', { name: 'Change password' })
    await form.getByLabel('Current password').fill(password)
    for (const name of ['New password', 'Confirm new password']) await form.getByLabel(name, { exact: true }).fill('no')
    await tap(page, 'button', 'Change password')
    await page.getByRole('alert').waitFor()
    await page.goto(`${stage.url}/me/notifications`)
    await page.getByRole('button', { name: 'Details for roles' }).click()
    const comments = page.getByRole('checkbox', { name: 'CC: Comments' })
    const was = await comments.isChecked()
    await comments.tap()
    await tap(page, 'button', 'Save')
    await said(page, 'Notifications saved')
    expect(await comments.isChecked()).toBe(!was)
    await page.goto(`${stage.url}/me/sessions`)
    await reaches(page, 'table', 'Sessions')
    await reaches(page, 'button', 'Log out other sessions')
  })

  it('makes an API key, shows it once, and revokes it', async () => {
    const page = await open('/me/api-keys')
    await tap(page, 'button', 'New API key')
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await dialog.getByRole('textbox', { name: 'Description' }).fill('On the way')
    await dialog.getByRole('textbox', { name: 'Expires' }).fill('2999-01-31')
    await dialog.getByRole('checkbox', { name: 'Read-only' }).tap()
    await dialog.getByRole('button', { name: 'Create' }).tap()
    expect(await dialog.getByRole('textbox', { name: 'API key' }).inputValue()).not.toBe('')
    await dialog.getByRole('button', { name: 'Copy' }).tap({ trial: true })
    await dialog.getByRole('button', { name: 'Close' }).last().tap()
    await reaches(page, 'table', 'API keys')
    await tap(page, 'button', 'Revoke On the way')
    await said(page, 'On the way revoked')
  })

  const kinds = [
    ['products', 'Products', 'product'],
    ['fields', 'Fields', 'field'],
    ['flag-types', 'Flag types', 'flag type'],
    ['keywords', 'Keywords', 'keyword'],
    ['classifications', 'Classifications', 'classification'],
    ['groups', 'Groups', 'group'],
    ['users', 'Users', 'user'],
  ] as const
  const others = { workflow: 'Workflow', parameters: 'Parameters', mail: 'Mail', audit: 'Audit log' } as const

  it('leads an administrator to everything, and nobody else', async () => {
    const page = await open('/admin')
    await heading(page, 'Administration')
    await reaches(page, 'link', ...kinds.map(([, name]) => name), ...Object.values(others))
    for (const [kind, name, single] of kinds) {
      await page.goto(`${stage.url}/admin/${kind}`)
      await heading(page, name)
      await reaches(page, 'textbox', 'Find')
      await reaches(page, 'table', name)
      await tap(page, 'link', `New ${single}`)
      await heading(page, `New ${single}`)
      await reaches(page, 'textbox', kind === 'users' ? 'Login' : 'Name')
      await reaches(page, 'button', 'Save')
    }
    for (const [path, name] of Object.entries(others)) {
      await page.goto(`${stage.url}/admin/${path}`)
      await heading(page, name)
      await reaches(page, 'textbox', 'Find')
      if (path !== 'parameters') await reaches(page, 'table', name)
    }
    const other = await open('/admin', people.reporter)
    await heading(other, 'Page not found')
    expect(await other.getByRole('link', { name: 'Users' }).count()).toBe(0)
  })

  it('creates a keyword, shows an error, and deletes it after a confirmation', async () => {
    const page = await open('/admin/new/keywords')
    await fill(page, 'Name', 'papercut')
    await fill(page, 'Description', 'The same once more')
    await tap(page, 'button', 'Save')
    await page.getByRole('alert').waitFor()
    await fill(page, 'Name', 'on-the-way')
    await tap(page, 'button', 'Save')
    await said(page, 'on-the-way created')
    await tap(page, 'button', 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete on-the-way?' })
    await dialog.getByRole('button', { name: 'Cancel' }).tap({ trial: true })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).tap()
    await said(page, 'on-the-way deleted')
    const { keywords } = await system().keywords.get()
    expect(keywords.map(({ name }) => name)).toEqual(['papercut', 'regression'])
  })

  it('shows a product with all its parts, and the steps of the workflow', async () => {
    const page = await open('/admin/products/Gadgets')
    await heading(page, 'Gadgets')
    await reaches(page, 'table', 'Components', 'Versions', 'Milestones', 'Group controls')
    await reaches(page, 'link', 'New component', 'New version', 'New milestone', 'New group control')
    await page.goto(`${stage.url}/admin/workflow`)
    const step = 'UNCONFIRMED to VERIFIED'
    await reaches(page, 'checkbox', 'New bug to CONFIRMED')
    await tap(page, 'checkbox', step)
    await tap(page, 'checkbox', `${step} requires a comment`)
    await tap(page, 'button', 'Save')
    await said(page, 'Workflow saved')
    const { workflow } = await system().workflow.get()
    expect(workflow).toContainEqual({ from: 'UNCONFIRMED', to: 'VERIFIED', comment_required: true })
  })

  it('sets a parameter and gives it its default back, and puts a user into a group', async () => {
    const page = await open('/admin/parameters')
    await fill(page, 'Find', 'maxattach')
    await page.getByRole('spinbutton', { name: 'Largest attachment (KB)' }).fill('2000')
    await tap(page, 'button', 'Save')
    await said(page, 'Parameters saved')
    await tap(page, 'button', 'Reset Largest attachment (KB)')
    await tap(page, 'button', 'Save')
    await one(page, 'button', 'Reset Largest attachment (KB)').waitFor({ state: 'detached' })
    await page.goto(`${stage.url}/admin/users/${people.reporter}`)
    await tap(page, 'checkbox', 'editbugs')
    await fill(page, 'Reason for denied login', 'On leave')
    await tap(page, 'button', 'Save')
    await said(page, `${people.reporter} saved`)
    await reaches(page, 'button', 'Erase account')
    const { users } = await system().users.get({ names: [people.reporter] })
    expect(users[0]).toMatchObject({ can_login: false, login_denied_text: 'On leave' })
  })
})
