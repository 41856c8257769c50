import { accountTexts } from './account.js'
import { adminTexts } from './admin.js'
import { attachmentTexts } from './attachment.js'
import { boardTexts } from './board.js'
import { bouncedTexts } from './bounced.js'
import { builderTexts } from './builder.js'
import { bulkTexts } from './bulk.js'
import { chartsTexts } from './charts.js'
import { commentEditingTexts } from './comment-editing.js'
import { actingTexts } from './acting.js'
import { confirmingTexts } from './confirming.js'
import { conflictTexts } from './conflict.js'
import { erasingTexts } from './erasing.js'
import { helpTexts } from './help.js'
import { homeTexts } from './home.js'
import { listToolsTexts } from './list-tools.js'
import { loginTexts } from './login.js'
import { loginsTexts } from './logins.js'
import { loginStepTexts } from './login-step.js'
import { mainTexts } from './main.js'
import { meTexts } from './me.js'
import { newTexts } from './new.js'
import { newAttachmentsTexts } from './new-attachments.js'
import { dashboardTexts } from './dashboard.js'
import { draftsTexts } from './drafts.js'
import { figureTexts } from './figure.js'
import { markdownTexts } from './markdown.js'
import { inboxTexts } from './inbox.js'
import { graphTexts } from './graph.js'
import { historyTexts } from './history.js'
import { paletteTexts } from './palette.js'
import { parameterTexts } from './parameters.js'
import { productsTexts } from './products.js'
import { liveTexts } from './live.js'
import { suggestionTexts } from './suggestions.js'
import { requestsTexts } from './requests.js'
import { waysTexts } from './ways.js'
import { scheduleTexts } from './schedules.js'
import { setupTexts } from './setup.js'
import { twoFactorTexts } from './two-factor.js'

/** English. Each folder of pages has its own part; shared texts are in `common.ts`. */
export const english = {
  ...mainTexts,
  account: accountTexts,
  home: homeTexts,
  charts: chartsTexts,
  new: newTexts,
  attachment: attachmentTexts,
  setup: setupTexts,
  admin: adminTexts,
  login: loginTexts,
  loginStep: loginStepTexts,
  logins: loginsTexts,
  me: meTexts,
  twoFactor: twoFactorTexts,
  help: helpTexts,
  listTools: listToolsTexts,
  suggestions: suggestionTexts,
  live: liveTexts,
  bulk: bulkTexts,
  commentEditing: commentEditingTexts,
  inbox: inboxTexts,
  board: boardTexts,
  bounced: bouncedTexts,
  builder: builderTexts,
  acting: actingTexts,
  confirming: confirmingTexts,
  conflict: conflictTexts,
  erasing: erasingTexts,
  newAttachments: newAttachmentsTexts,
  figure: figureTexts,
  markdown: markdownTexts,
  palette: paletteTexts,
  parameters: parameterTexts,
  products: productsTexts,
  dashboard: dashboardTexts,
  drafts: draftsTexts,
  requests: requestsTexts,
  schedules: scheduleTexts,
  ways: waysTexts,
  history: historyTexts,
  graph: graphTexts,
}
