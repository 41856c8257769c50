// Every public operation by resource and verb. The method names of the library, and what routes and documentation are made of.
import { createApiKey } from '../operations/api-keys/create.js'
import { getApiKeys } from '../operations/api-keys/get.js'
import { updateApiKeys } from '../operations/api-keys/update.js'
import { createAttachment } from '../operations/attachments/create.js'
import { downloadAttachment } from '../operations/attachments/download.js'
import { getAttachments } from '../operations/attachments/get.js'
import { updateAttachments } from '../operations/attachments/update.js'
import { getAuditLog } from '../operations/audit/get.js'
import { createBug } from '../operations/bugs/create.js'
import { getBugs } from '../operations/bugs/get.js'
import { historyOfBugs } from '../operations/bugs/history.js'
import { possibleDuplicates } from '../operations/bugs/possible-duplicates.js'
import { searchBugs } from '../operations/bugs/search.js'
import { updateBugs } from '../operations/bugs/update.js'
import { createClassification } from '../operations/classifications/create.js'
import { deleteClassifications } from '../operations/classifications/delete.js'
import { getClassifications } from '../operations/classifications/get.js'
import { updateClassifications } from '../operations/classifications/update.js'
import { createComment } from '../operations/comments/create.js'
import { getComments } from '../operations/comments/get.js'
import { searchCommentTags } from '../operations/comments/search-tags.js'
import { updateCommentTags } from '../operations/comments/update-tags.js'
import { createComponent } from '../operations/components/create.js'
import { deleteComponents } from '../operations/components/delete.js'
import { getComponents } from '../operations/components/get.js'
import { updateComponents } from '../operations/components/update.js'
import { createField } from '../operations/fields/create.js'
import { deleteFields } from '../operations/fields/delete.js'
import { getFields } from '../operations/fields/get.js'
import { updateFields } from '../operations/fields/update.js'
import { valuesOfField } from '../operations/fields/values.js'
import { createFlagType } from '../operations/flag-types/create.js'
import { deleteFlagTypes } from '../operations/flag-types/delete.js'
import { getFlagTypes } from '../operations/flag-types/get.js'
import { updateFlagTypes } from '../operations/flag-types/update.js'
import { getGroupControls } from '../operations/group-controls/get.js'
import { updateGroupControls } from '../operations/group-controls/update.js'
import { createGroup } from '../operations/groups/create.js'
import { deleteGroups } from '../operations/groups/delete.js'
import { getGroups } from '../operations/groups/get.js'
import { inheritGroups } from '../operations/groups/inherit.js'
import { inheritanceOfGroups } from '../operations/groups/inheritance.js'
import { updateGroups } from '../operations/groups/update.js'
import { createKeyword } from '../operations/keywords/create.js'
import { deleteKeywords } from '../operations/keywords/delete.js'
import { getKeywords } from '../operations/keywords/get.js'
import { updateKeywords } from '../operations/keywords/update.js'
import { createLegalValue } from '../operations/legal-values/create.js'
import { deleteLegalValues } from '../operations/legal-values/delete.js'
import { updateLegalValues } from '../operations/legal-values/update.js'
import { dropMail } from '../operations/mail/drop.js'
import { listMail } from '../operations/mail/list.js'
import { resendMail } from '../operations/mail/resend.js'
import { createMilestone } from '../operations/milestones/create.js'
import { deleteMilestones } from '../operations/milestones/delete.js'
import { getMilestones } from '../operations/milestones/get.js'
import { updateMilestones } from '../operations/milestones/update.js'
import { getParameters } from '../operations/parameters/get.js'
import { updateParameters } from '../operations/parameters/update.js'
import { getPreferences } from '../operations/preferences/get.js'
import { updatePreferences } from '../operations/preferences/update.js'
import { createProduct } from '../operations/products/create.js'
import { getProducts } from '../operations/products/get.js'
import { accessibleProducts, enterableProducts, selectableProducts } from '../operations/products/lists.js'
import { updateProducts } from '../operations/products/update.js'
import { deleteSavedSearches } from '../operations/saved-searches/delete.js'
import { getSavedSearches } from '../operations/saved-searches/get.js'
import { saveSearch } from '../operations/saved-searches/save.js'
import { extensionsOfServer } from '../operations/server/extensions.js'
import { lastAuditTime } from '../operations/server/last-audit-time.js'
import { timeOfServer } from '../operations/server/time.js'
import { timezoneOfServer } from '../operations/server/timezone.js'
import { versionOfServer } from '../operations/server/version.js'
import { checkSession } from '../operations/sessions/check.js'
import { createSession } from '../operations/sessions/create.js'
import { deleteSession } from '../operations/sessions/delete.js'
import { updateTags } from '../operations/tags/update.js'
import { createUser } from '../operations/users/create.js'
import { getUsers } from '../operations/users/get.js'
import { updateUsers } from '../operations/users/update.js'
import { updateSelf } from '../operations/users/update-self.js'
import { whoAmI } from '../operations/users/whoami.js'
import { createVersion } from '../operations/versions/create.js'
import { deleteVersions } from '../operations/versions/delete.js'
import { getVersions } from '../operations/versions/get.js'
import { updateVersions } from '../operations/versions/update.js'
import { getVisits } from '../operations/visits/get.js'
import { recordVisits } from '../operations/visits/record.js'
import { getWatches } from '../operations/watches/get.js'
import { updateWatches } from '../operations/watches/update.js'
import { getWorkflow } from '../operations/workflow/get.js'
import { updateWorkflow } from '../operations/workflow/update.js'

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
