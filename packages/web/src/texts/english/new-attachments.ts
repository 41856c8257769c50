export const newAttachmentsTexts = {
  name: 'New attachments',
  description: 'Description',
  patch: 'Patch',
  private: 'Private',
  remove: (file: string) => `Remove ${file}`,
  tooLarge: (file: string, limit: string) => `${file} exceeds the limit of ${limit}.`,
}
