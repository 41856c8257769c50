// The names on the page of a bug and on that of a new one: items 51 to 54.
import type { Page } from '@trackerkit/test-browser'
import type { PageNames } from './page-names.js'

const chooseFile = async (page: Page) =>
  page.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })

export const bugNames: readonly PageNames[] = [
  {
    title: 'a restricted bug with many values',
    path: ({ secret }) => `/bug/${secret}`,
    who: 'grace',
    steps: [
      {
        has: [
          'link "Skip to fields"',
          'img "Restricted"',
          'heading "Bug N It leaks"',
          'button "Edit summary"',
          'button "Follow" [unpressed]',
          'complementary "Fields" > combobox "Status" [collapsed] is "Confirmed"',
          'complementary "Fields" > combobox "Assignee" is "Grace Tan"',
          'complementary "Fields" > combobox "Priority" [aria-haspopup=listbox] is "High"',
          'complementary "Fields" > combobox "Severity" is "critical"',
          'complementary "Fields" > combobox "Component" is "UI"',
          'complementary "Fields" > combobox "Milestone" is "M1"',
          'group "Flags" > combobox "review"',
          'region "People" > combobox "Add CC"',
          'region "Labels" > combobox "Keywords"',
          'region "Labels" > button "Edit Whiteboard"',
          'region "Labels" > button "Edit Alias"',
          'region "Product" > combobox "Product"',
          'region "Product" > combobox "Version"',
          'region "Product" > button "Edit URL"',
          'region "Visibility" > combobox "Groups"',
          'region "Visibility" > switch "Visible to reporter"',
          'region "Visibility" > switch "Visible to CC list"',
          'complementary "Fields" > button "Add field"',
          'complementary "Fields" > button "Edit several"',
        ],
        lacks: ['button "Edit"', 'form "Edit bug N"', 'listbox "Priority"'],
      },
      {
        act: ['press combobox "Priority"'],
        has: [
          'combobox "Priority" [expanded]',
          'searchbox "Filter options" [focused]',
          'listbox "Priority" > option "Low"',
        ],
      },
      { act: ['key Escape'], has: ['combobox "Priority" [focused]'], lacks: ['listbox "Priority"'] },
      { act: ['press combobox "Keywords"'], has: ['listbox "Keywords" [aria-multiselectable=true]'] },
      { act: ['key Escape', 'press combobox "Groups"'], has: ['listbox "Groups" > option "Security team"'] },
      { act: ['key Escape', 'press button "Edit URL"'], has: ['textbox "URL" [focused]'] },
      { act: ['key Escape', 'press button "Edit summary"'], has: ['textbox "Summary" [focused]'] },
      { act: ['key Escape', 'press combobox "review"'], has: ['listbox "review" > option "?"'] },
      { act: ['type ?', 'key Enter'], has: ['listbox "Request from" > option "Anyone"'] },
      {
        act: ['key Escape', 'press combobox "Status"', 'type Resolved', 'key Enter'],
        has: ['listbox "Resolution" > option "Fixed"'],
      },
      { act: ['type Duplicate', 'key Enter'], has: ['listbox "Duplicate of"'] },
      {
        act: ['key Escape', 'press button "Add field"'],
        has: ['listbox "Add field" > option "Depends on"', 'listbox "Add field" > option "See also"'],
      },
      { act: ['type Depends', 'key Enter'], has: ['listbox "Depends on"', 'combobox "Depends on" [expanded]'] },
      {
        act: ['key Escape', 'press button "Edit several"'],
        has: [
          'region "Edit selected bugs" > combobox "Status" is "No change"',
          'region "Edit selected bugs" > combobox "Priority" is "No change"',
          'region "Edit selected bugs" > button "More fields"',
          'region "Edit selected bugs" > button "Preview"',
          'region "Edit selected bugs" > button "Cancel"',
        ],
      },
    ],
  },
  {
    title: 'the comments of a bug',
    path: ({ talk }) => `/bug/${talk}`,
    who: 'admin',
    steps: [
      {
        has: [
          'article "Description" > button "Reply"',
          'article "Description" > button "More actions" [aria-haspopup=menu]',
          'article "Comment N" > link "A log"',
          'article "Comment N" > link "A patch"',
          'article "Comment N" > button "edited"',
          'button "2 files" [collapsed]',
          'button "Grace Tan changed Priority, Severity and 1 more" [collapsed]',
          'form "Add a comment" > textbox "Comment"',
          'form "Add a comment" > button "More options" [collapsed]',
        ],
        lacks: [
          'button "Make private"',
          'button "Add tag"',
          'list "Attachments"',
          'img "Restricted"',
          'textbox "Hours worked"',
        ],
      },
      { act: ['press button "2 files"'], has: ['button "2 files" [expanded]', 'list "Attachments" > link "A log"'] },
      {
        act: ['press button "Grace Tan changed Priority, Severity and 1 more"'],
        has: ['button "Grace Tan changed Priority, Severity and 1 more" [expanded]'],
      },
      {
        act: ['press form "Add a comment" > button "More options"'],
        has: ['form "Add a comment" > checkbox "Don’t send email"', 'form "Add a comment" > textbox "Hours worked"'],
      },
      {
        act: ['press article "Description" > button "More actions"'],
        has: [
          'menu "More actions" > menuitem "Edit"',
          'menu "More actions" > menuitem "Copy link"',
          'menu "More actions" > menuitem "Make private"',
          'menu "More actions" > menuitem "Add tag"',
          'menu "More actions" > menuitem "Redact"',
        ],
      },
      {
        act: ['press menuitem "Edit"'],
        has: [
          'form "Edit description" > textbox "Comment"',
          'form "Edit description" > button "Save"',
          'form "Edit description" > button "Cancel"',
        ],
      },
      {
        act: [
          'press form "Edit description" > button "Cancel"',
          'press article "Comment 3" > button "More actions"',
          'press menuitem "Edit"',
        ],
        has: ['form "Edit comment 3" > textbox "Comment"', 'form "Edit comment 3" > button "Save"'],
      },
      {
        act: ['press form "Edit comment 3" > button "Cancel"', 'press button "edited"'],
        has: ['dialog "Versions of comment 3"'],
      },
      {
        act: [
          'key Escape',
          'press article "Comment 3" > button "More actions"',
          'press menuitem "Make private"',
          'press article "Comment 3" > button "More actions"',
        ],
        has: ['menu "More actions" > menuitem "Make public"'],
      },
      {
        act: [
          'key Escape',
          async (page) =>
            page.getByRole('form', { name: 'Add a comment' }).getByRole('checkbox', { name: 'Private' }).check(),
          chooseFile,
        ],
        has: ['region "New attachments" > checkbox "Patch"'],
        lacks: ['region "New attachments" > checkbox "Private"'],
      },
    ],
  },
  {
    title: 'a new bug',
    path: () => '/new?product=Widgets',
    who: 'grace',
    steps: [
      {
        has: [
          'heading "New bug"',
          'combobox "Product" is "Widgets"',
          'combobox "Component"',
          'textbox "Summary"',
          'textbox "Description"',
          'combobox "Version"',
          'combobox "Severity"',
          'combobox "Priority"',
          'button "Attach files"',
          'button "More fields" [collapsed]',
          'group "Visibility" > checkbox "Security team"',
          'button "File bug"',
        ],
        lacks: ['button "Fewer fields"', 'region "New attachments"'],
      },
      { act: ['press button "More fields"'], has: ['button "Fewer fields" [expanded]'] },
      {
        act: [async (page) => page.getByRole('textbox', { name: 'Summary' }).fill('leaks talks blinks')],
        has: ['list "Possible duplicates" > button "Follow bug N"'],
        lacks: ['button "This is it: follow bug N"'],
      },
      {
        act: [chooseFile],
        has: [
          'region "New attachments" > textbox "Description"',
          'region "New attachments" > checkbox "Patch"',
          'region "New attachments" > button "Remove a.txt"',
        ],
      },
    ],
  },
]
