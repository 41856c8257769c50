/** The numbers that stand for the types of fields. */
export const fieldTypes = {
  plain: 0,
  freeText: 1,
  singleSelect: 2,
  multiSelect: 3,
  largeText: 4,
  dateTime: 5,
  bugId: 6,
  bugUrls: 7,
  keywords: 8,
  date: 9,
  integer: 10,
} as const
