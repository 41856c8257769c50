import { entity, int, to, type Migration } from '../../store/index.js'

/** Keywords that forms give to new bugs. */
export const keywordsOfForms: Migration = {
  id: 45,
  name: 'keywords of forms',
  breaking: false,
  steps: [
    {
      createEntity: 'form_keywords',
      entity: entity({
        columns: { form_id: int(), keyword_id: int() },
        key: ['form_id', 'keyword_id'],
        index: [['keyword_id']],
        relations: { form: to('forms', ['form_id', 'id']), keyword: to('keywords', ['keyword_id', 'id']) },
      }),
    },
  ],
}
