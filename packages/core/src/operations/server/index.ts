import { metadataOfServer } from './metadata.js'
import { suggest } from './suggest.js'
import { resource } from '../../call/define/resource.js'
import { extensionsOfServer } from './extensions.js'
import { lastAuditTime } from './last-audit-time.js'
import { timeOfServer } from './time.js'
import { timezoneOfServer } from './timezone.js'
import { versionOfServer } from './version.js'

export const server = resource({
  name: 'server',
  one: 'server',
  title: 'Server',
  operations: {
    version: versionOfServer,
    extensions: extensionsOfServer,
    timezone: timezoneOfServer,
    time: timeOfServer,
    metadata: metadataOfServer,
    suggest,
    lastAuditTime,
  },
})
