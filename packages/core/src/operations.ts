// Every public operation by resource and verb. The method names of the library, and what routes and documentation are made of.
import { createApiKey } from './api-keys/create.js'
import { getApiKeys } from './api-keys/get.js'
import { updateApiKeys } from './api-keys/update.js'
import { createAttachment } from './attachments/create.js'
import { downloadAttachment } from './attachments/download.js'
import { getAttachments } from './attachments/get.js'
import { updateAttachments } from './attachments/update.js'
import { getAuditLog } from './audit/get.js'
import { createBug } from './bugs/create.js'
import { getBugs } from './bugs/get.js'
import { historyOfBugs } from './bugs/history.js'
import { possibleDuplicates } from './bugs/possible-duplicates.js'
import { searchBugs } from './bugs/search.js'
import { updateBugs } from './bugs/update.js'
import { createClassification } from './classifications/create.js'
import { deleteClassifications } from './classifications/delete.js'
import { getClassifications } from './classifications/get.js'
import { updateClassifications } from './classifications/update.js'
import { createComment } from './comments/create.js'
import { getComments } from './comments/get.js'
import { searchCommentTags } from './comments/search-tags.js'
import { updateCommentTags } from './comments/update-tags.js'
import { createComponent } from './components/create.js'
import { deleteComponents } from './components/delete.js'
import { getComponents } from './components/get.js'
import { updateComponents } from './components/update.js'
import { createField } from './fields/create.js'
import { deleteFields } from './fields/delete.js'
import { getFields } from './fields/get.js'
import { updateFields } from './fields/update.js'
import { valuesOfField } from './fields/values.js'
import { createFlagType } from './flag-types/create.js'
import { deleteFlagTypes } from './flag-types/delete.js'
import { getFlagTypes } from './flag-types/get.js'
import { updateFlagTypes } from './flag-types/update.js'
import { getGroupControls } from './group-controls/get.js'
import { updateGroupControls } from './group-controls/update.js'
import { createGroup } from './groups/create.js'
import { deleteGroups } from './groups/delete.js'
import { getGroups } from './groups/get.js'
import { inheritGroups } from './groups/inherit.js'
import { inheritanceOfGroups } from './groups/inheritance.js'
import { updateGroups } from './groups/update.js'
import { createKeyword } from './keywords/create.js'
import { deleteKeywords } from './keywords/delete.js'
import { getKeywords } from './keywords/get.js'
import { updateKeywords } from './keywords/update.js'
import { createLegalValue } from './legal-values/create.js'
import { deleteLegalValues } from './legal-values/delete.js'
import { updateLegalValues } from './legal-values/update.js'
import { dropMail } from './mail/drop.js'
import { listMail } from './mail/list.js'
import { resendMail } from './mail/resend.js'
import { createMilestone } from './milestones/create.js'
import { deleteMilestones } from './milestones/delete.js'
import { getMilestones } from './milestones/get.js'
import { updateMilestones } from './milestones/update.js'
import { getParameters } from './parameters/get.js'
import { updateParameters } from './parameters/update.js'
import { getPreferences } from './preferences/get.js'
import { updatePreferences } from './preferences/update.js'
import { createProduct } from './products/create.js'
import { getProducts } from './products/get.js'
import { accessibleProducts, enterableProducts, selectableProducts } from './products/lists.js'
import { updateProducts } from './products/update.js'
import { deleteSavedSearches } from './saved-searches/delete.js'
import { getSavedSearches } from './saved-searches/get.js'
import { saveSearch } from './saved-searches/save.js'
import { extensionsOfServer } from './server/extensions.js'
import { lastAuditTime } from './server/last-audit-time.js'
import { timeOfServer } from './server/time.js'
import { timezoneOfServer } from './server/timezone.js'
import { versionOfServer } from './server/version.js'
import { checkSession } from './sessions/check.js'
import { createSession } from './sessions/create.js'
import { deleteSession } from './sessions/delete.js'
import { updateTags } from './tags/update.js'
import { createUser } from './users/create.js'
import { getUsers } from './users/get.js'
import { updateUsers } from './users/update.js'
import { updateSelf } from './users/update-self.js'
import { whoAmI } from './users/whoami.js'
import { createVersion } from './versions/create.js'
import { deleteVersions } from './versions/delete.js'
import { getVersions } from './versions/get.js'
import { updateVersions } from './versions/update.js'
import { getVisits } from './visits/get.js'
import { recordVisits } from './visits/record.js'
import { getWatches } from './watches/get.js'
import { updateWatches } from './watches/update.js'
import { getWorkflow } from './workflow/get.js'
import { updateWorkflow } from './workflow/update.js'

export const operations = {
  apiKeys: { create: createApiKey, get: getApiKeys, update: updateApiKeys },
  attachments: {
    create: createAttachment,
    get: getAttachments,
    update: updateAttachments,
    download: downloadAttachment,
  },
  audit: { get: getAuditLog },
  bugs: {
    create: createBug,
    get: getBugs,
    update: updateBugs,
    history: historyOfBugs,
    search: searchBugs,
    possibleDuplicates,
  },
  classifications: {
    create: createClassification,
    get: getClassifications,
    update: updateClassifications,
    delete: deleteClassifications,
  },
  comments: {
    create: createComment,
    get: getComments,
    updateTags: updateCommentTags,
    searchTags: searchCommentTags,
  },
  components: { create: createComponent, get: getComponents, update: updateComponents, delete: deleteComponents },
  fields: {
    create: createField,
    get: getFields,
    values: valuesOfField,
    update: updateFields,
    delete: deleteFields,
  },
  flagTypes: { create: createFlagType, get: getFlagTypes, update: updateFlagTypes, delete: deleteFlagTypes },
  groupControls: { get: getGroupControls, update: updateGroupControls },
  groups: {
    create: createGroup,
    get: getGroups,
    update: updateGroups,
    delete: deleteGroups,
    inherit: inheritGroups,
    inheritance: inheritanceOfGroups,
  },
  keywords: {
    create: createKeyword,
    get: getKeywords,
    update: updateKeywords,
    delete: deleteKeywords,
  },
  legalValues: { create: createLegalValue, update: updateLegalValues, delete: deleteLegalValues },
  mail: { list: listMail, resend: resendMail, drop: dropMail },
  milestones: { create: createMilestone, get: getMilestones, update: updateMilestones, delete: deleteMilestones },
  parameters: { get: getParameters, update: updateParameters },
  preferences: { get: getPreferences, update: updatePreferences },
  products: {
    create: createProduct,
    get: getProducts,
    update: updateProducts,
    selectable: selectableProducts,
    enterable: enterableProducts,
    accessible: accessibleProducts,
  },
  savedSearches: { save: saveSearch, get: getSavedSearches, delete: deleteSavedSearches },
  server: {
    version: versionOfServer,
    extensions: extensionsOfServer,
    timezone: timezoneOfServer,
    time: timeOfServer,
    lastAuditTime,
  },
  sessions: { check: checkSession, create: createSession, delete: deleteSession },
  tags: { update: updateTags },
  users: { create: createUser, get: getUsers, update: updateUsers, updateSelf, whoami: whoAmI },
  versions: { create: createVersion, get: getVersions, update: updateVersions, delete: deleteVersions },
  visits: { record: recordVisits, get: getVisits },
  watches: { get: getWatches, update: updateWatches },
  workflow: { get: getWorkflow, update: updateWorkflow },
}
