// The names on lists, in the search builder, on the board and in the palette: items 55 to 60.
import type { PageNames } from './page-names.js'

export const listNames: readonly PageNames[] = [
  {
    title: 'a list with filters',
    path: () => '/bugs?status=__open__&product=Widgets&priority=High&priority=Low&order=id',
    who: 'admin',
    steps: [
      {
        has: [
          'heading "Bugs"',
          'toolbar "Filters" > list "Active filters" > button "Edit filter Priority"',
          'toolbar "Filters" > list "Active filters" > button "Remove filter Priority: High, Low"',
          'toolbar "Filters" > button "Add filter"',
          'toolbar "Filters" > button "Clear filters"',
          'toolbar "Filters" > button "Display"',
          'toolbar "Filters" > button "Save search"',
          'toolbar "Filters" > button "More"',
          'table "Bugs" > img "High"',
          'table "Bugs" > img "critical"',
          'table "Bugs" > img "N comments"',
          'table "Bugs" > img "Restricted"',
          'table "Bugs" > list "Keywords"',
        ],
        lacks: ['form "Filters"', 'combobox "Status"', 'combobox "Priority"', 'region "Edit selected bugs"'],
      },
      {
        act: ['press button "Edit filter Priority"'],
        has: [
          'dialog "Filter Priority" > radiogroup "Condition" > radio "is" [checked]',
          'dialog "Filter Priority" > radiogroup "Condition" > radio "is empty"',
          'dialog "Filter Priority" > radiogroup "Condition" > radio "is not empty"',
          'dialog "Filter Priority" > listbox "Priority" [aria-multiselectable=true]',
          'dialog "Filter Priority" > button "Apply"',
        ],
      },
      {
        act: [
          async (page) => page.getByRole('radio', { name: 'is not', exact: true }).check(),
          'press dialog "Filter Priority" > button "Apply"',
        ],
        has: ['button "Remove filter Priority: not High, Low"'],
      },
      {
        act: [
          'press button "Edit filter Priority"',
          async (page) => page.getByRole('radio', { name: 'is empty', exact: true }).check(),
          'press dialog "Filter Priority" > button "Apply"',
        ],
        has: ['button "Remove filter Priority: empty"'],
      },
      { act: ['press button "Add filter"'], has: ['listbox "Add filter" > option "Severity"'] },
      { act: ['key Escape', 'press button "Display"'], has: ['dialog "Display" > button "Columns"'] },
      {
        act: ['press button "Columns"'],
        has: [
          'dialog "Columns" > button "Move Status up"',
          'dialog "Columns" > button "Move Status down"',
          'dialog "Columns" > button "Apply"',
        ],
        lacks: ['button "Move up: Status"'],
      },
      {
        act: ['press dialog "Columns" > button "Cancel"', 'press button "More"'],
        has: ['CSV', 'Feed', 'Charts', 'Board', 'Advanced search'].map((name) => `menu "More" > menuitem "${name}"`),
      },
    ],
  },
  {
    title: 'selected bugs',
    path: () => '/bugs?status=__open__&limit=1',
    who: 'admin',
    steps: [
      {
        act: [async (page) => page.getByRole('checkbox', { name: /^Select bug \d+$/ }).check()],
        has: [
          'region "Edit selected bugs" > heading "1 selected"',
          'region "Edit selected bugs" > button "Select all N bugs"',
          ...['Status', 'Assignee', 'Priority', 'Milestone'].map(
            (name) => `region "Edit selected bugs" > combobox "${name}" is "No change"`,
          ),
          'region "Edit selected bugs" > textbox "Comment"',
          'region "Edit selected bugs" > checkbox "Private"',
          'region "Edit selected bugs" > button "Preview" [disabled]',
          'region "Edit selected bugs" > button "Cancel"',
        ],
        lacks: ['combobox "Severity"'],
      },
      {
        act: ['press region "Edit selected bugs" > button "More fields"'],
        has: [
          ...['Severity', 'Product', 'Component'].map(
            (name) => `region "Edit selected bugs" > combobox "${name}" is "No change"`,
          ),
          'region "Edit selected bugs" > combobox "Add keywords"',
          'region "Edit selected bugs" > textbox "Add CC"',
        ],
      },
    ],
  },
  {
    title: 'a previewed bug, and the palette',
    path: () => '/bugs?status=__open__&summary=talks',
    who: 'grace',
    steps: [
      {
        act: ['key j', 'key Space'],
        has: [
          'region "Preview of bug N" > heading "It talks"',
          'region "Preview of bug N" > link "Open bug N"',
          'region "Preview of bug N" > button "Close"',
        ],
      },
      {
        act: ['key Escape', 'key Control+k'],
        has: [
          'dialog "Command palette" > searchbox "Type a command or search" [focused]',
          'dialog "Command palette" > listbox "Commands" > group "Actions" > option "Add filter"',
          'dialog "Command palette" > listbox "Commands" > group "Pages" > option "Dashboard"',
        ],
        lacks: ['region "Preview of bug N"'],
      },
    ],
  },
  {
    title: 'help with keys',
    path: () => '/help/keys',
    who: 'grace',
    steps: [{ has: ['table "Shortcuts" > cell "Open the command palette"'] }],
  },
  {
    title: 'the search builder',
    path: () => '/search?f1=bug_status&o1=changedto&v1=RESOLVED&f2=short_desc&o2=substring&v2=hums',
    who: 'grace',
    steps: [
      {
        has: [
          'heading "Advanced search"',
          'form "Search" > group "Group 1" > combobox "Match" > option "All of"',
          'form "Search" > group "Group 1" > combobox "Match" > option "Any of"',
          'form "Search" > group "Group 1" > combobox "Match" > option "All of, on the same item"',
          'group "Group 1" > checkbox "Not"',
          'group "Condition 1" > combobox "Field" is "Status"',
          'group "Condition 1" > combobox "Operator" is "changed to"',
          'group "Condition 1" > combobox "Value" is "Resolved"',
          'group "Condition 1" > checkbox "Not"',
          'group "Condition 1" > button "Remove condition 1"',
          'group "Condition 2" > textbox "Value"',
          'button "Add condition"',
          'button "Add group"',
          'combobox "Sort by"',
          'status "Bugs where Status changed to Resolved"',
          'status "N bugs"',
          'button "Search"',
        ],
      },
    ],
  },
  {
    title: 'the board',
    path: () => '/board?product=Widgets',
    who: 'grace',
    steps: [
      {
        has: [
          'heading "Board"',
          'combobox "Columns" is "Status"',
          'combobox "Rows" is "None"',
          'region "Confirmed" > heading "Confirmed"',
          'region "Confirmed" > text "N bugs"',
          'list "Confirmed" > listitem > link "It talks"',
          'list "Confirmed" > button "Move bug N"',
        ],
      },
      {
        act: ['press list "Confirmed" > button "Move bug N"'],
        has: [
          'menu "Move bug N" > menuitem "In progress"',
          'menu "Move bug N" > menuitem "Verified" [aria-disabled=true]',
        ],
      },
      {
        act: ['press menuitem "In progress"'],
        has: ['status "Bug N moved to In progress"', 'button "Undo"'],
      },
    ],
  },
]
