import { bool, type Migration } from '../../store/index.js'

/** Which API keys somebody else than the owner has revoked. Of those revoked until now nobody knows. */
export const revokedByOthers: Migration = {
  id: 7,
  name: 'revoked by others',
  breaking: false,
  steps: [{ addColumn: 'api_keys', name: 'is_revoked_by_other', column: bool(), fill: false }],
}
