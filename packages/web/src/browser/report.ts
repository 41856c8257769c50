// The form for reports as one file, for pages of other programs: `/-/report.js`.
import { defineReportElement } from '@trackerkit/report'

defineReportElement()
