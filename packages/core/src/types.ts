// Names for the types of inputs and answers, which the declarations of programs need.
export type * from '@trackerkit/types'
