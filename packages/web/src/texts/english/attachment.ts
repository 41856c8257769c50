export const attachmentTexts = { download: 'Download', bug: (id: number) => `Bug ${id}` }
