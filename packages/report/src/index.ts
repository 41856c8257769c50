export { defineReportElement } from './define.js'
export type { ReportElement, ReportInput } from './element.js'
export type { ReportTexts } from './texts.js'
