import { bool, entity, int, json, nullable, text, to, type Migration } from '../../store/index.js'

/** Forms for new bugs, and the forms of intakes. */
export const forms: Migration = {
  id: 41,
  name: 'forms for new bugs',
  breaking: false,
  steps: [
    {
      createEntity: 'forms',
      entity: entity({
        columns: {
          id: int(),
          name: text(),
          description: text(),
          product_id: nullable(int()),
          component_id: nullable(int()),
          body: json(),
          title: text(),
          is_active: bool(),
          sort_key: int(),
        },
        key: ['id'],
        autoId: true,
        unique: [['name']],
        index: [['product_id'], ['component_id']],
        relations: {
          product: to('products', ['product_id', 'id']),
          component: to('components', ['component_id', 'id']),
        },
      }),
    },
    { addColumn: 'intakes', name: 'form_id', column: nullable(int()), fill: null },
    { addIndex: 'intakes', columns: ['form_id'] },
  ],
}
