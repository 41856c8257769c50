// Everything that can be opened on a page, and how a user opens it.
import type { Page } from '@trackerkit/test-browser'
import { addField, choose, type Stage } from '../test/browser.js'
import { password, people } from '../test/harness.js'

export interface Opened {
  readonly name: string
  readonly path: string
  /** Default: an administrator. */
  readonly who?: string
  /** Only on a telephone. */
  readonly isNarrow?: boolean
  readonly open: (page: Page) => Promise<void>
}

const press = async (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
const dialog = async (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor()
/** Asks for an API key with one field filled in. Answers the dialog. */
const newKey = async (page: Page, field: string, text: string) => {
  await press(page, 'New API key')
  const form = page.getByRole('dialog', { name: 'New API key' })
  await form.getByRole('textbox', { name: field }).fill(text)
  await form.getByRole('button', { name: 'Create' }).click()
  return form
}

/** A telephone shows some fields of a bug at first. */
const allFields = async (page: Page) => {
  const more = page.getByRole('button', { name: 'All fields' })
  if (await more.isVisible()) await more.click()
}

const list = '/bugs?status=__all__'

export function everythingOpened({ world }: Stage): readonly Opened[] {
  const { bugs, attachments, tracker } = world
  const bug = `/bug/${bugs.plain}`
  const grace = tracker.as({ login: people.grace })
  const selected = async (page: Page, field: string, value: string) => {
    // A telephone has no header of the table.
    await page.getByRole('checkbox', { name: 'Select bug 1', exact: true }).check()
    const region = page.getByRole('region', { name: 'Edit selected bugs' })
    await region.getByRole('button', { name: 'More fields' }).click()
    await choose(page, field, value)
  }
  return [
    {
      name: 'the account menu',
      path: list,
      open: async (page) => {
        await page.locator('button.account').click()
        await page.getByRole('menu', { name: 'Account' }).waitFor()
      },
    },
    {
      name: 'the menu of a telephone',
      path: list,
      isNarrow: true,
      open: async (page) => {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.getByRole('navigation', { name: 'Main' }).waitFor()
      },
    },
    {
      name: 'suggestions of the search',
      path: list,
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Search bugs' }).fill('prio')
        await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor()
        await page.keyboard.press('ArrowDown')
      },
    },
    {
      name: 'columns',
      path: list,
      open: async (page) => {
        await press(page, 'Display')
        await page.getByRole('dialog', { name: 'Display' }).getByRole('button', { name: 'Columns' }).click()
        await dialog(page, 'Columns')
      },
    },
    {
      name: 'how a list is shown',
      path: list,
      open: async (page) => (await press(page, 'Display'), dialog(page, 'Display')),
    },
    {
      name: 'other forms of a list',
      path: list,
      open: async (page) => {
        await press(page, 'More')
        await page.getByRole('menu', { name: 'More' }).waitFor()
      },
    },
    {
      name: 'a search that is saved',
      path: list,
      open: async (page) => (await press(page, 'Save search'), dialog(page, 'Save search')),
    },
    {
      name: 'one more filter',
      path: list,
      open: async (page) => {
        await press(page, 'Add filter')
        await page.getByRole('searchbox', { name: 'Filter options' }).fill('Priority')
        await page.keyboard.press('Enter')
        await dialog(page, 'Filter Priority')
      },
    },
    {
      name: 'the changes of several bugs',
      path: list,
      open: async (page) => {
        await selected(page, 'Priority', 'Highest')
        await press(page, 'Preview')
        await page.getByRole('table', { name: 'Preview' }).waitFor()
      },
    },
    {
      name: 'the refusals of several bugs',
      path: list,
      open: async (page) => {
        await selected(page, 'Resolution', "Won't fix")
        await press(page, 'Preview')
        await page.getByRole('alert').getByRole('listitem').first().waitFor()
      },
    },
    {
      name: 'the keys',
      path: bug,
      open: async (page) => {
        await page.keyboard.press('?')
        await dialog(page, 'Keyboard shortcuts')
      },
    },
    {
      name: 'a conflict',
      path: bug,
      open: async (page) => {
        await allFields(page)
        const edit = page.getByRole('button', { name: 'Edit Whiteboard' })
        if (await edit.isVisible()) await edit.click()
        else await addField(page, 'Whiteboard')
        const whiteboard = page.getByRole('textbox', { name: 'Whiteboard' })
        await whiteboard.fill('mine')
        await grace.bugs.update({ ids: [bugs.plain], whiteboard: `theirs ${Math.random()}` })
        await whiteboard.press('Enter')
        await dialog(page, `Bug ${bugs.plain} changed while you were editing`)
      },
    },
    {
      name: 'a login in between',
      path: bug,
      open: async (page) => {
        const cookies = await page.context().cookies()
        await page.context().clearCookies()
        await allFields(page)
        await page.getByRole('combobox', { name: 'Severity' }).click()
        await page.getByRole('searchbox', { name: 'Filter options' }).fill('minor')
        await page.keyboard.press('Enter')
        await dialog(page, 'Log in again')
        await page.context().addCookies(cookies)
      },
    },
    {
      name: 'people to choose',
      path: bug,
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Assignee' }).click()
        await page.getByRole('searchbox', { name: 'Filter options' }).fill('rita')
        await page.getByRole('listbox').getByRole('option').first().waitFor()
      },
    },
    {
      name: 'fields to add',
      path: bug,
      open: async (page) => {
        await allFields(page)
        await press(page, 'Add field')
        await page.getByRole('listbox', { name: 'Add field' }).waitFor()
      },
    },
    {
      name: 'actions of a comment',
      path: bug,
      open: async (page) => {
        await press(page, 'More actions')
        await page.getByRole('menu', { name: 'More actions' }).waitFor()
      },
    },
    { name: 'the summary of a bug', path: bug, open: (page) => press(page, 'Edit summary') },
    {
      name: 'a field that is rejected',
      path: bug,
      open: async (page) => {
        await allFields(page)
        await addField(page, 'Alias')
        await page.getByRole('textbox', { name: 'Alias' }).fill('12')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Edit Alias' }).and(page.locator('[aria-describedby]')).waitFor()
      },
    },
    {
      name: 'a word about what was done',
      path: bug,
      open: async (page) => {
        const priority = page.getByRole('combobox', { name: 'Priority' })
        await choose(page, 'Priority', (await priority.innerText()) === 'High' ? 'Low' : 'High')
        await page.getByRole('button', { name: 'Undo' }).waitFor()
      },
    },
    {
      name: 'files that go along',
      path: bug,
      open: async (page) => {
        const file = { name: 'fix.patch', mimeType: 'text/plain', buffer: Buffer.from('--- a\n+++ b\n') }
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('region', { name: 'New attachments' }).waitFor()
      },
    },
    {
      name: 'a duplicate that is named',
      path: bug,
      open: async (page) => {
        await choose(page, 'Status', 'RESOLVED', 'DUPLICATE')
        await page.getByRole('searchbox', { name: 'Filter options' }).fill('hum')
        await page.getByRole('listbox').getByRole('option').first().waitFor()
      },
    },
    {
      name: 'the details of an attachment',
      path: `/attachment/${attachments.image}`,
      open: (page) => press(page, 'Edit details'),
    },
    {
      name: 'the numbers of a figure',
      path: '/charts?status=__all__&x=component&y=status',
      open: (page) => press(page, 'Show as table'),
    },
    {
      name: 'likely duplicates',
      path: '/new?product=Widgets',
      open: async (page) => {
        await press(page, 'More fields')
        await page.getByRole('textbox', { name: 'Summary' }).pressSequentially('always blinks')
        await page.getByRole('list', { name: 'Possible duplicates' }).waitFor()
      },
    },
    {
      name: 'a bug without a summary',
      path: '/new?product=Widgets&component=UI',
      open: (page) => press(page, 'File bug'),
    },
    {
      name: 'a new API key',
      path: '/me/api-keys',
      open: async (page) => (await newKey(page, 'Expires', 'tomorrow')).getByRole('alert').waitFor(),
    },
    {
      name: 'the text of an API key',
      path: '/me/api-keys',
      open: async (page) =>
        (await newKey(page, 'Description', 'Another')).getByRole('textbox', { name: 'API key' }).waitFor(),
    },
    {
      name: 'a question before something is deleted',
      path: '/admin/keywords/papercut',
      open: async (page) => (await press(page, 'Delete'), dialog(page, 'Delete papercut?')),
    },
    {
      name: 'a question before a bug is deleted',
      path: bug,
      open: async (page) => (await press(page, 'Delete bug'), dialog(page, `Delete bug ${bugs.plain}?`)),
    },
    {
      name: 'a question before a comment is redacted',
      path: bug,
      open: async (page) => {
        await press(page, 'More actions')
        await page.getByRole('menuitem', { name: 'Redact' }).click()
        await dialog(page, 'Redact comment 0?')
      },
    },
    {
      name: 'a question before an account is erased',
      path: `/admin/users/${people.grace}`,
      open: async (page) => (await press(page, 'Erase account'), dialog(page, `Erase ${people.grace}?`)),
    },
    {
      name: 'a form of the administration that is refused',
      path: '/admin/new/users',
      open: async (page) => {
        await page.getByRole('textbox', { name: 'Login' }).fill(people.grace)
        await press(page, 'Save')
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'a list that is narrowed down to nothing',
      path: '/admin/parameters',
      open: (page) => page.getByRole('textbox', { name: 'Find' }).fill('nothing like it'),
    },
    {
      name: 'a wrong password',
      path: '/login',
      who: '',
      open: async (page) => {
        await page.getByRole('textbox', { name: 'Login' }).fill('nobody@example.com')
        await page.getByRole('textbox', { name: 'Password' }).fill(`not ${password}`)
        await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
        await page.getByRole('alert').waitFor()
      },
    },
  ]
}
