import { adminTexts } from './admin.js'
import { attachmentTexts } from './attachment.js'
import { bugTexts } from './bug.js'
import { chartsTexts } from './charts.js'
import { commonTexts } from './common.js'
import { helpTexts } from './help.js'
import { homeTexts } from './home.js'
import { listTexts } from './list.js'
import { loginTexts } from './login.js'
import { meTexts } from './me.js'
import { newTexts } from './new.js'
import {
  dashboardTexts,
  figureTexts,
  flagsTexts,
  graphTexts,
  historyTexts,
  productsTexts,
  requestsTexts,
} from './overview.js'
import { setupTexts } from './setup.js'

/** English. Each folder of pages has its own part; what several use stands in `common.ts`. */
export const english = {
  ...commonTexts,
  home: homeTexts,
  list: listTexts,
  charts: chartsTexts,
  bug: bugTexts,
  new: newTexts,
  attachment: attachmentTexts,
  login: loginTexts,
  setup: setupTexts,
  admin: adminTexts,
  me: meTexts,
  help: helpTexts,
  figure: figureTexts,
  flags: flagsTexts,
  products: productsTexts,
  dashboard: dashboardTexts,
  requests: requestsTexts,
  history: historyTexts,
  graph: graphTexts,
}
