import { resource } from '../../call/define/resource.js'
import { deleteSavedSearches } from './delete.js'
import { getSavedSearches } from './get.js'
import { saveSearch } from './save.js'

export const savedSearches = resource({
  name: 'savedSearches',
  one: 'saved search',
  title: 'Saved searches',
  operations: { save: saveSearch, get: getSavedSearches, delete: deleteSavedSearches },
})
