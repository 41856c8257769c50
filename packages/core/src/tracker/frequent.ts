// The operations of the resources that nearly all programs use. They are loaded with the tracker, the others at the first call.
import type { AnyOperation } from '../call/define/operation.js'
import { bugs } from '../operations/bugs/index.js'
import { comments } from '../operations/comments/index.js'

export type AnyOperations = Readonly<Record<string, Readonly<Record<string, AnyOperation>> | undefined>>

export const frequent: AnyOperations = { bugs: bugs.operations, comments: comments.operations }
