import { bool, json, nullable } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Scopes of API keys and where the keys were used. Older processes would ignore the scopes. */
export const whatKeysAreFor = breaking({
  id: 18,
  name: 'what API keys are for',
  steps: [
    { addColumn: 'api_keys', name: 'may_administer', column: bool(), fill: true },
    { addColumn: 'api_keys', name: 'product_ids', column: nullable(json()), fill: null },
    { addColumn: 'api_keys', name: 'used_from', column: json(), fill: [] },
  ],
})
