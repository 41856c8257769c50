import { bool, type Migration } from '../../store/index.js'

/** Marks API keys revoked by someone other than the owner. Unknown for earlier revocations. */
export const revokedByOthers: Migration = {
  id: 7,
  name: 'revoked by others',
  breaking: false,
  steps: [{ addColumn: 'api_keys', name: 'is_revoked_by_other', column: bool(), fill: false }],
}
