// `@trackerkit/core/rules`: rules of programs that embed the tracker.
export { defineRule } from './define-rule.js'
export type {
  AttachmentRuleWrite,
  BugRuleWrite,
  Caller,
  CommentRuleWrite,
  Refusal,
  Rule,
  RuleAttachment,
  RuleBug,
  RuleChanges,
  RuleComment,
  RuleDefinition,
  RuleEvent,
  RuleField,
  RuleTransaction,
} from './rule.js'
