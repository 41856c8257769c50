import { nullable, text, type Migration } from '../../store/index.js'

const template = { name: 'bug_description_template', column: nullable(text()), fill: null }

/** Templates of descriptions, and dates of milestones. Processes that do not know the columns leave them as they are. */
export const templates: Migration = {
  id: 44,
  name: 'templates of descriptions and dates of milestones',
  breaking: false,
  steps: [
    { addColumn: 'products', ...template },
    { addColumn: 'components', ...template },
    { addColumn: 'milestones', name: 'start_date', column: nullable(text()), fill: null },
    { addColumn: 'milestones', name: 'due_date', column: nullable(text()), fill: null },
  ],
}
