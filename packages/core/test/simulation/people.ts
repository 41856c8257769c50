// People and groups of bugs in simulations.
/** Groups that bugs may be in. */
export const groups = ['secret', 'lab'] as const

/** People beyond those of the world of tests, with the groups they are in. */
export const more: Readonly<Record<string, readonly string[]>> = {
  fay: ['editbugs'],
  gus: ['editbugs', 'lab'],
  hal: ['editbugs', 'secret'],
  ida: ['editbugs', 'insiders'],
  jon: ['editbugs', 'lab', 'secret'],
  kim: ['canconfirm'],
  lea: ['canconfirm', 'lab'],
  max: ['secret'],
  ned: ['insiders'],
  oda: ['insiders', 'lab'],
  pia: [],
  quin: [],
  rex: [],
  sue: ['lab', 'secret', 'insiders'],
}

/** All 20 people who act. */
export const people: readonly string[] = ['admin', 'alice', 'bob', 'ivan', 'eve', 'carl', ...Object.keys(more)]

/** Those who may change most bugs, and so do most of the work. */
export const editors: readonly string[] = ['admin', 'ivan', 'jon', 'hal', 'alice', 'ida']
