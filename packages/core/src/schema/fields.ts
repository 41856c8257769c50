// The fields of bugs, the legal values of select fields, the workflow.
import { bool, entity, int, nullable, text, to } from '../store/index.js'
import { audited } from './audited.js'

export const fields = {
  fields: audited('Field', {
    columns: {
      id: int(),
      /** The internal name: 'short_desc', 'bug_status', 'cf_…'. */
      name: text(),
      display_name: text(),
      /** The number of the field type, see fieldTypes. */
      type: int(),
      sort_key: int(),
      is_custom: bool(),
      is_mandatory: bool(),
      is_on_bug_entry: bool(),
      is_obsolete: bool(),
      /** Included in the email about a new bug. */
      is_in_new_mail: bool(),
      long_description: text(),
      visibility_field_id: nullable(int()),
      value_field_id: nullable(int()),
      /** For fields with a bug: the label of the link on the other bug. */
      reverse_description: nullable(text()),
    },
    key: ['id'],
    autoId: true,
    unique: [['name']],
    relations: {
      visibility_field: to('fields', ['visibility_field_id', 'id']),
      value_field: to('fields', ['value_field_id', 'id']),
    },
  }),

  /** The field is shown when its visibility field has one of these values. The ID is of a field value, product or component. */
  field_visibility_values: entity({
    columns: { field_id: int(), value_id: int() },
    key: ['field_id', 'value_id'],
    relations: { field: to('fields', ['field_id', 'id']) },
  }),

  legal_values: audited('LegalValue', {
    columns: {
      id: int(),
      field_id: int(),
      name: text(),
      name_folded: text(),
      description: text(),
      sort_key: int(),
      is_active: bool(),
      /** For values of the status field: an open status. */
      is_open: nullable(bool()),
      /** The value of the field's value_field that this one is offered with. */
      controlling_value_id: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    unique: [['field_id', 'name_folded']],
    relations: { field: to('fields', ['field_id', 'id']) },
  }),

  status_workflow: audited('Workflow', {
    columns: {
      /** 0 stands for a bug that is being made. */
      from_status_id: int(),
      to_status_id: int(),
      require_comment: bool(),
    },
    key: ['from_status_id', 'to_status_id'],
    relations: {
      from_status: to('legal_values', ['from_status_id', 'id']),
      to_status: to('legal_values', ['to_status_id', 'id']),
    },
  }),
}
