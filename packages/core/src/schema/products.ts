// Classifications, products and what belongs to a product; keywords; flag types.
import { bool, entity, int, nullable, text, to } from '../store/index.js'
import { audited } from './audited.js'

export const products = {
  classifications: audited('Classification', {
    columns: { id: int(), name: text(), name_folded: text(), description: text(), sort_key: int() },
    key: ['id'],
    autoId: true,
    unique: [['name_folded']],
    relations: {},
  }),

  products: audited('Product', {
    columns: {
      id: int(),
      classification_id: int(),
      name: text(),
      name_folded: text(),
      description: text(),
      /** Accepts new bugs. */
      is_active: bool(),
      /** The status UNCONFIRMED may be used. */
      has_unconfirmed: bool(),
      /** NULL only while the product is being made. */
      default_milestone_id: nullable(int()),
      bug_description_template: nullable(text()),
    },
    key: ['id'],
    autoId: true,
    unique: [['name_folded']],
    index: [['classification_id']],
    relations: {
      classification: to('classifications', ['classification_id', 'id']),
      default_milestone: to('milestones', ['default_milestone_id', 'id']),
    },
  }),

  components: audited('Component', {
    columns: {
      id: int(),
      product_id: int(),
      name: text(),
      name_folded: text(),
      description: text(),
      default_assigned_to_id: int(),
      default_qa_contact_id: nullable(int()),
      sort_key: int(),
      is_active: bool(),
      bug_description_template: nullable(text()),
    },
    key: ['id'],
    autoId: true,
    unique: [['product_id', 'name_folded']],
    relations: {
      product: to('products', ['product_id', 'id']),
      default_assigned_to: to('users', ['default_assigned_to_id', 'id']),
      default_qa_contact: to('users', ['default_qa_contact_id', 'id']),
    },
  }),

  /** People put on the CC list of every new bug of a component. */
  component_cc: entity({
    columns: { component_id: int(), user_id: int() },
    key: ['component_id', 'user_id'],
    index: [['user_id']],
    relations: { component: to('components', ['component_id', 'id']), user: to('users', ['user_id', 'id']) },
  }),

  versions: audited('Version', {
    columns: { id: int(), product_id: int(), name: text(), name_folded: text(), sort_key: int(), is_active: bool() },
    key: ['id'],
    autoId: true,
    unique: [['product_id', 'name_folded']],
    relations: { product: to('products', ['product_id', 'id']) },
  }),

  milestones: audited('Milestone', {
    columns: {
      id: int(),
      product_id: int(),
      name: text(),
      name_folded: text(),
      sort_key: int(),
      is_active: bool(),
      /** YYYY-MM-DD, as the next. */
      start_date: nullable(text()),
      due_date: nullable(text()),
    },
    key: ['id'],
    autoId: true,
    unique: [['product_id', 'name_folded']],
    relations: { product: to('products', ['product_id', 'id']) },
  }),

  /** How a group applies to the bugs of a product. No row: not at all. */
  group_controls: audited('GroupControl', {
    columns: {
      product_id: int(),
      group_id: int(),
      /** Only members may enter bugs. */
      entry: bool(),
      /** 'na', 'shown', 'default' or 'mandatory', for members … */
      member_control: text(),
      /** … and for non-members. */
      other_control: text(),
      /** Only members may change bugs. */
      canedit: bool(),
      /** Members have the right of the same name within the product. */
      editcomponents: bool(),
      editbugs: bool(),
      canconfirm: bool(),
    },
    key: ['product_id', 'group_id'],
    index: [['group_id']],
    relations: { product: to('products', ['product_id', 'id']), group: to('groups', ['group_id', 'id']) },
  }),

  keywords: audited('Keyword', {
    columns: { id: int(), name: text(), name_folded: text(), description: text(), is_active: bool() },
    key: ['id'],
    autoId: true,
    unique: [['name_folded']],
    relations: {},
  }),

  flag_types: audited('FlagType', {
    columns: {
      id: int(),
      /** Not unique. */
      name: text(),
      name_folded: text(),
      description: text(),
      /** 'bug' or 'attachment'. */
      target_type: text(),
      cc_list: text(),
      sort_key: int(),
      is_active: bool(),
      is_requestable: bool(),
      is_requesteeble: bool(),
      is_multiplicable: bool(),
      grant_group_id: nullable(int()),
      request_group_id: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    relations: {
      grant_group: to('groups', ['grant_group_id', 'id']),
      request_group: to('groups', ['request_group_id', 'id']),
    },
  }),

  /** Where a flag type applies: included and not excluded. NULL means any. */
  flag_type_scopes: entity({
    columns: {
      id: int(),
      flag_type_id: int(),
      is_exclusion: bool(),
      product_id: nullable(int()),
      component_id: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    index: [['flag_type_id'], ['product_id'], ['component_id']],
    relations: {
      flag_type: to('flag_types', ['flag_type_id', 'id']),
      product: to('products', ['product_id', 'id']),
      component: to('components', ['component_id', 'id']),
    },
  }),
}
