// Written by `npm run generate` from the operations and their schemas: change those.
import type { FieldFilter, FieldName, Select } from '../select.js'
import type {
  ApiKey,
  Attachment,
  AttachmentWithoutData,
  AuditEntry,
  BoardLine,
  Bug,
  BugCountBucket,
  BugHistory,
  BugInGraph,
  BugTrendPoint,
  BugsChange,
  ChangeEntry,
  Changed,
  ChangedAttachment,
  ChangedBug,
  ChosenPagePreferences,
  Classification,
  CodeHook,
  CodeLink,
  Comment,
  CommentRevision,
  Component,
  DeletedBug,
  Dependency,
  ErasedAttachment,
  ErasedUser,
  Fault,
  Field,
  FieldChange,
  FieldOfMetadata,
  FlagChange,
  FlagType,
  FollowTarget,
  FollowedBug,
  Form,
  FormElement,
  Group,
  GroupControl,
  GroupOfMetadata,
  GroupRelations,
  GroupsChange,
  HistoryEntry,
  InboundItem,
  InboxItem,
  Intake,
  Keyword,
  LinkedAccount,
  ListedWebhook,
  MailPreferences,
  MailSwitches,
  MentionablePerson,
  Milestone,
  NamesChange,
  NotificationWays,
  OutgoingMessage,
  PagePreferences,
  Passkey,
  PasskeyDescriptor,
  PermittedInBug,
  Person,
  Product,
  ProductOfMetadata,
  RedactedComment,
  Refusal,
  RelatedBug,
  Request,
  SavedSearch,
  Schedule,
  Session,
  ShownComment,
  Suggestion,
  Transition,
  User,
  Version,
  Visit,
  Webhook,
  WebhookDelivery,
} from './objects.js'

/** Every operation, by resource. Each lists what it fails with; beside that any may fail with login_required, invalid_username, invalid_login_or_password, account_disabled, account_locked, too_many_attempts, api_key_not_valid, api_key_revoked, api_key_read_only, api_key_scope, auth_invalid_token, two_identities, second_factor_required, second_factor_wrong, second_factor_not_set_up, confirmation_required, password_login_off, login_refused, login_provider_unavailable, acting_read_only, host_user_refused, body_not_object, unknown_parameter, param_required, param_invalid, param_must_be_numeric, number_not_numeric, number_too_small, number_too_large, illegal_date, list_too_long, text_too_long, too_many_changes, idempotency_key_reused, idempotency_key_invalid, down_for_maintenance, too_busy, operation_timeout, tracker_closed, store_busy, store_unavailable, store_full, store_read_only, schema_newer, internal_error. */
export interface Operations {
  readonly accounts: AccountsOperations
  readonly apiKeys: ApiKeysOperations
  readonly attachments: AttachmentsOperations
  readonly audit: AuditOperations
  readonly bugs: BugsOperations
  readonly changes: ChangesOperations
  readonly classifications: ClassificationsOperations
  readonly codeHooks: CodeHooksOperations
  readonly codeLinks: CodeLinksOperations
  readonly comments: CommentsOperations
  readonly components: ComponentsOperations
  readonly fieldValues: FieldValuesOperations
  readonly fields: FieldsOperations
  readonly flagTypes: FlagTypesOperations
  readonly follows: FollowsOperations
  readonly forms: FormsOperations
  readonly groupControls: GroupControlsOperations
  readonly groups: GroupsOperations
  readonly inbound: InboundOperations
  readonly inbox: InboxOperations
  readonly intakes: IntakesOperations
  readonly keywords: KeywordsOperations
  readonly linkedAccounts: LinkedAccountsOperations
  readonly logins: LoginsOperations
  readonly mail: MailOperations
  readonly milestones: MilestonesOperations
  readonly parameters: ParametersOperations
  readonly passkeys: PasskeysOperations
  readonly preferences: PreferencesOperations
  readonly products: ProductsOperations
  readonly reports: ReportsOperations
  readonly requests: RequestsOperations
  readonly savedSearches: SavedSearchesOperations
  readonly schedules: SchedulesOperations
  readonly secondFactor: SecondFactorOperations
  readonly server: ServerOperations
  readonly sessions: SessionsOperations
  readonly tags: TagsOperations
  readonly users: UsersOperations
  readonly versions: VersionsOperations
  readonly visits: VisitsOperations
  readonly watches: WatchesOperations
  readonly webhooks: WebhooksOperations
  readonly workflow: WorkflowOperations
}

/** The input and the answer of each operation, by its name. */
export interface OperationTypes {
  readonly 'accounts.get': { readonly input: AccountsGetInput; readonly answer: AccountsGetAnswer }
  readonly 'accounts.requestPassword': {
    readonly input: AccountsRequestPasswordInput
    readonly answer: AccountsRequestPasswordAnswer
  }
  readonly 'accounts.setPassword': {
    readonly input: AccountsSetPasswordInput
    readonly answer: AccountsSetPasswordAnswer
  }
  readonly 'accounts.register': { readonly input: AccountsRegisterInput; readonly answer: AccountsRegisterAnswer }
  readonly 'accounts.create': { readonly input: AccountsCreateInput; readonly answer: AccountsCreateAnswer }
  readonly 'accounts.requestAddress': {
    readonly input: AccountsRequestAddressInput
    readonly answer: AccountsRequestAddressAnswer
  }
  readonly 'accounts.setAddress': { readonly input: AccountsSetAddressInput; readonly answer: AccountsSetAddressAnswer }
  readonly 'apiKeys.create': { readonly input: ApiKeysCreateInput; readonly answer: ApiKeysCreateAnswer }
  readonly 'apiKeys.get': { readonly input: ApiKeysGetInput; readonly answer: ApiKeysGetAnswer }
  readonly 'apiKeys.update': { readonly input: ApiKeysUpdateInput; readonly answer: ApiKeysUpdateAnswer }
  readonly 'apiKeys.revokeAll': { readonly input: ApiKeysRevokeAllInput; readonly answer: ApiKeysRevokeAllAnswer }
  readonly 'attachments.create': { readonly input: AttachmentsCreateInput; readonly answer: AttachmentsCreateAnswer }
  readonly 'attachments.get': { readonly input: AttachmentsGetInput; readonly answer: AttachmentsGetAnswer }
  readonly 'attachments.update': { readonly input: AttachmentsUpdateInput; readonly answer: AttachmentsUpdateAnswer }
  readonly 'attachments.download': {
    readonly input: AttachmentsDownloadInput
    readonly answer: AttachmentsDownloadAnswer
  }
  readonly 'attachments.erase': { readonly input: AttachmentsEraseInput; readonly answer: AttachmentsEraseAnswer }
  readonly 'audit.get': { readonly input: AuditGetInput; readonly answer: AuditGetAnswer }
  readonly 'bugs.create': { readonly input: BugsCreateInput; readonly answer: BugsCreateAnswer }
  readonly 'bugs.get': { readonly input: BugsGetInput; readonly answer: BugsGetAnswer }
  readonly 'bugs.update': { readonly input: BugsUpdateInput; readonly answer: BugsUpdateAnswer }
  readonly 'bugs.delete': { readonly input: BugsDeleteInput; readonly answer: BugsDeleteAnswer }
  readonly 'bugs.history': { readonly input: BugsHistoryInput; readonly answer: BugsHistoryAnswer }
  readonly 'bugs.view': { readonly input: BugsViewInput; readonly answer: BugsViewAnswer }
  readonly 'bugs.people': { readonly input: BugsPeopleInput; readonly answer: BugsPeopleAnswer }
  readonly 'bugs.graph': { readonly input: BugsGraphInput; readonly answer: BugsGraphAnswer }
  readonly 'bugs.search': { readonly input: BugsSearchInput; readonly answer: BugsSearchAnswer }
  readonly 'bugs.count': { readonly input: BugsCountInput; readonly answer: BugsCountAnswer }
  readonly 'bugs.trend': { readonly input: BugsTrendInput; readonly answer: BugsTrendAnswer }
  readonly 'bugs.board': { readonly input: BugsBoardInput; readonly answer: BugsBoardAnswer }
  readonly 'bugs.possibleDuplicates': {
    readonly input: BugsPossibleDuplicatesInput
    readonly answer: BugsPossibleDuplicatesAnswer
  }
  readonly 'changes.get': { readonly input: ChangesGetInput; readonly answer: ChangesGetAnswer }
  readonly 'changes.restart': { readonly input: ChangesRestartInput; readonly answer: ChangesRestartAnswer }
  readonly 'classifications.create': {
    readonly input: ClassificationsCreateInput
    readonly answer: ClassificationsCreateAnswer
  }
  readonly 'classifications.get': { readonly input: ClassificationsGetInput; readonly answer: ClassificationsGetAnswer }
  readonly 'classifications.update': {
    readonly input: ClassificationsUpdateInput
    readonly answer: ClassificationsUpdateAnswer
  }
  readonly 'classifications.delete': {
    readonly input: ClassificationsDeleteInput
    readonly answer: ClassificationsDeleteAnswer
  }
  readonly 'codeHooks.create': { readonly input: CodeHooksCreateInput; readonly answer: CodeHooksCreateAnswer }
  readonly 'codeHooks.get': { readonly input: CodeHooksGetInput; readonly answer: CodeHooksGetAnswer }
  readonly 'codeHooks.update': { readonly input: CodeHooksUpdateInput; readonly answer: CodeHooksUpdateAnswer }
  readonly 'codeHooks.delete': { readonly input: CodeHooksDeleteInput; readonly answer: CodeHooksDeleteAnswer }
  readonly 'codeHooks.rotate': { readonly input: CodeHooksRotateInput; readonly answer: CodeHooksRotateAnswer }
  readonly 'codeLinks.get': { readonly input: CodeLinksGetInput; readonly answer: CodeLinksGetAnswer }
  readonly 'codeLinks.create': { readonly input: CodeLinksCreateInput; readonly answer: CodeLinksCreateAnswer }
  readonly 'codeLinks.delete': { readonly input: CodeLinksDeleteInput; readonly answer: CodeLinksDeleteAnswer }
  readonly 'comments.create': { readonly input: CommentsCreateInput; readonly answer: CommentsCreateAnswer }
  readonly 'comments.get': { readonly input: CommentsGetInput; readonly answer: CommentsGetAnswer }
  readonly 'comments.update': { readonly input: CommentsUpdateInput; readonly answer: CommentsUpdateAnswer }
  readonly 'comments.tick': { readonly input: CommentsTickInput; readonly answer: CommentsTickAnswer }
  readonly 'comments.revisions': { readonly input: CommentsRevisionsInput; readonly answer: CommentsRevisionsAnswer }
  readonly 'comments.render': { readonly input: CommentsRenderInput; readonly answer: CommentsRenderAnswer }
  readonly 'comments.updateTags': { readonly input: CommentsUpdateTagsInput; readonly answer: CommentsUpdateTagsAnswer }
  readonly 'comments.reactions': { readonly input: CommentsReactionsInput; readonly answer: CommentsReactionsAnswer }
  readonly 'comments.updateReactions': {
    readonly input: CommentsUpdateReactionsInput
    readonly answer: CommentsUpdateReactionsAnswer
  }
  readonly 'comments.searchTags': { readonly input: CommentsSearchTagsInput; readonly answer: CommentsSearchTagsAnswer }
  readonly 'comments.redact': { readonly input: CommentsRedactInput; readonly answer: CommentsRedactAnswer }
  readonly 'components.create': { readonly input: ComponentsCreateInput; readonly answer: ComponentsCreateAnswer }
  readonly 'components.get': { readonly input: ComponentsGetInput; readonly answer: ComponentsGetAnswer }
  readonly 'components.update': { readonly input: ComponentsUpdateInput; readonly answer: ComponentsUpdateAnswer }
  readonly 'components.delete': { readonly input: ComponentsDeleteInput; readonly answer: ComponentsDeleteAnswer }
  readonly 'fieldValues.create': { readonly input: FieldValuesCreateInput; readonly answer: FieldValuesCreateAnswer }
  readonly 'fieldValues.update': { readonly input: FieldValuesUpdateInput; readonly answer: FieldValuesUpdateAnswer }
  readonly 'fieldValues.delete': { readonly input: FieldValuesDeleteInput; readonly answer: FieldValuesDeleteAnswer }
  readonly 'fields.create': { readonly input: FieldsCreateInput; readonly answer: FieldsCreateAnswer }
  readonly 'fields.get': { readonly input: FieldsGetInput; readonly answer: FieldsGetAnswer }
  readonly 'fields.values': { readonly input: FieldsValuesInput; readonly answer: FieldsValuesAnswer }
  readonly 'fields.update': { readonly input: FieldsUpdateInput; readonly answer: FieldsUpdateAnswer }
  readonly 'fields.delete': { readonly input: FieldsDeleteInput; readonly answer: FieldsDeleteAnswer }
  readonly 'flagTypes.create': { readonly input: FlagTypesCreateInput; readonly answer: FlagTypesCreateAnswer }
  readonly 'flagTypes.get': { readonly input: FlagTypesGetInput; readonly answer: FlagTypesGetAnswer }
  readonly 'flagTypes.update': { readonly input: FlagTypesUpdateInput; readonly answer: FlagTypesUpdateAnswer }
  readonly 'flagTypes.delete': { readonly input: FlagTypesDeleteInput; readonly answer: FlagTypesDeleteAnswer }
  readonly 'follows.get': { readonly input: FollowsGetInput; readonly answer: FollowsGetAnswer }
  readonly 'follows.update': { readonly input: FollowsUpdateInput; readonly answer: FollowsUpdateAnswer }
  readonly 'forms.create': { readonly input: FormsCreateInput; readonly answer: FormsCreateAnswer }
  readonly 'forms.get': { readonly input: FormsGetInput; readonly answer: FormsGetAnswer }
  readonly 'forms.update': { readonly input: FormsUpdateInput; readonly answer: FormsUpdateAnswer }
  readonly 'forms.delete': { readonly input: FormsDeleteInput; readonly answer: FormsDeleteAnswer }
  readonly 'groupControls.get': { readonly input: GroupControlsGetInput; readonly answer: GroupControlsGetAnswer }
  readonly 'groupControls.update': {
    readonly input: GroupControlsUpdateInput
    readonly answer: GroupControlsUpdateAnswer
  }
  readonly 'groups.create': { readonly input: GroupsCreateInput; readonly answer: GroupsCreateAnswer }
  readonly 'groups.get': { readonly input: GroupsGetInput; readonly answer: GroupsGetAnswer }
  readonly 'groups.update': { readonly input: GroupsUpdateInput; readonly answer: GroupsUpdateAnswer }
  readonly 'groups.delete': { readonly input: GroupsDeleteInput; readonly answer: GroupsDeleteAnswer }
  readonly 'groups.inherit': { readonly input: GroupsInheritInput; readonly answer: GroupsInheritAnswer }
  readonly 'groups.inheritance': { readonly input: GroupsInheritanceInput; readonly answer: GroupsInheritanceAnswer }
  readonly 'inbound.list': { readonly input: InboundListInput; readonly answer: InboundListAnswer }
  readonly 'inbound.content': { readonly input: InboundContentInput; readonly answer: InboundContentAnswer }
  readonly 'inbound.accept': { readonly input: InboundAcceptInput; readonly answer: InboundAcceptAnswer }
  readonly 'inbound.refuse': { readonly input: InboundRefuseInput; readonly answer: InboundRefuseAnswer }
  readonly 'inbound.retry': { readonly input: InboundRetryInput; readonly answer: InboundRetryAnswer }
  readonly 'inbox.get': { readonly input: InboxGetInput; readonly answer: InboxGetAnswer }
  readonly 'inbox.update': { readonly input: InboxUpdateInput; readonly answer: InboxUpdateAnswer }
  readonly 'intakes.create': { readonly input: IntakesCreateInput; readonly answer: IntakesCreateAnswer }
  readonly 'intakes.get': { readonly input: IntakesGetInput; readonly answer: IntakesGetAnswer }
  readonly 'intakes.update': { readonly input: IntakesUpdateInput; readonly answer: IntakesUpdateAnswer }
  readonly 'intakes.delete': { readonly input: IntakesDeleteInput; readonly answer: IntakesDeleteAnswer }
  readonly 'intakes.rotateKey': { readonly input: IntakesRotateKeyInput; readonly answer: IntakesRotateKeyAnswer }
  readonly 'keywords.create': { readonly input: KeywordsCreateInput; readonly answer: KeywordsCreateAnswer }
  readonly 'keywords.get': { readonly input: KeywordsGetInput; readonly answer: KeywordsGetAnswer }
  readonly 'keywords.update': { readonly input: KeywordsUpdateInput; readonly answer: KeywordsUpdateAnswer }
  readonly 'keywords.delete': { readonly input: KeywordsDeleteInput; readonly answer: KeywordsDeleteAnswer }
  readonly 'linkedAccounts.get': { readonly input: LinkedAccountsGetInput; readonly answer: LinkedAccountsGetAnswer }
  readonly 'linkedAccounts.remove': {
    readonly input: LinkedAccountsRemoveInput
    readonly answer: LinkedAccountsRemoveAnswer
  }
  readonly 'logins.begin': { readonly input: LoginsBeginInput; readonly answer: LoginsBeginAnswer }
  readonly 'logins.finish': { readonly input: LoginsFinishInput; readonly answer: LoginsFinishAnswer }
  readonly 'logins.complete': { readonly input: LoginsCompleteInput; readonly answer: LoginsCompleteAnswer }
  readonly 'logins.ended': { readonly input: LoginsEndedInput; readonly answer: LoginsEndedAnswer }
  readonly 'mail.list': { readonly input: MailListInput; readonly answer: MailListAnswer }
  readonly 'mail.resend': { readonly input: MailResendInput; readonly answer: MailResendAnswer }
  readonly 'mail.drop': { readonly input: MailDropInput; readonly answer: MailDropAnswer }
  readonly 'milestones.create': { readonly input: MilestonesCreateInput; readonly answer: MilestonesCreateAnswer }
  readonly 'milestones.get': { readonly input: MilestonesGetInput; readonly answer: MilestonesGetAnswer }
  readonly 'milestones.update': { readonly input: MilestonesUpdateInput; readonly answer: MilestonesUpdateAnswer }
  readonly 'milestones.delete': { readonly input: MilestonesDeleteInput; readonly answer: MilestonesDeleteAnswer }
  readonly 'parameters.get': { readonly input: ParametersGetInput; readonly answer: ParametersGetAnswer }
  readonly 'parameters.describe': { readonly input: ParametersDescribeInput; readonly answer: ParametersDescribeAnswer }
  readonly 'parameters.update': { readonly input: ParametersUpdateInput; readonly answer: ParametersUpdateAnswer }
  readonly 'passkeys.begin': { readonly input: PasskeysBeginInput; readonly answer: PasskeysBeginAnswer }
  readonly 'passkeys.create': { readonly input: PasskeysCreateInput; readonly answer: PasskeysCreateAnswer }
  readonly 'passkeys.get': { readonly input: PasskeysGetInput; readonly answer: PasskeysGetAnswer }
  readonly 'passkeys.update': { readonly input: PasskeysUpdateInput; readonly answer: PasskeysUpdateAnswer }
  readonly 'passkeys.remove': { readonly input: PasskeysRemoveInput; readonly answer: PasskeysRemoveAnswer }
  readonly 'preferences.get': { readonly input: PreferencesGetInput; readonly answer: PreferencesGetAnswer }
  readonly 'preferences.update': { readonly input: PreferencesUpdateInput; readonly answer: PreferencesUpdateAnswer }
  readonly 'preferences.endReplies': {
    readonly input: PreferencesEndRepliesInput
    readonly answer: PreferencesEndRepliesAnswer
  }
  readonly 'preferences.subscription': {
    readonly input: PreferencesSubscriptionInput
    readonly answer: PreferencesSubscriptionAnswer
  }
  readonly 'preferences.unsubscribe': {
    readonly input: PreferencesUnsubscribeInput
    readonly answer: PreferencesUnsubscribeAnswer
  }
  readonly 'products.create': { readonly input: ProductsCreateInput; readonly answer: ProductsCreateAnswer }
  readonly 'products.get': { readonly input: ProductsGetInput; readonly answer: ProductsGetAnswer }
  readonly 'products.update': { readonly input: ProductsUpdateInput; readonly answer: ProductsUpdateAnswer }
  readonly 'products.selectable': { readonly input: ProductsSelectableInput; readonly answer: ProductsSelectableAnswer }
  readonly 'products.enterable': { readonly input: ProductsEnterableInput; readonly answer: ProductsEnterableAnswer }
  readonly 'products.accessible': { readonly input: ProductsAccessibleInput; readonly answer: ProductsAccessibleAnswer }
  readonly 'reports.get': { readonly input: ReportsGetInput; readonly answer: ReportsGetAnswer }
  readonly 'reports.create': { readonly input: ReportsCreateInput; readonly answer: ReportsCreateAnswer }
  readonly 'requests.get': { readonly input: RequestsGetInput; readonly answer: RequestsGetAnswer }
  readonly 'savedSearches.save': { readonly input: SavedSearchesSaveInput; readonly answer: SavedSearchesSaveAnswer }
  readonly 'savedSearches.get': { readonly input: SavedSearchesGetInput; readonly answer: SavedSearchesGetAnswer }
  readonly 'savedSearches.delete': {
    readonly input: SavedSearchesDeleteInput
    readonly answer: SavedSearchesDeleteAnswer
  }
  readonly 'schedules.create': { readonly input: SchedulesCreateInput; readonly answer: SchedulesCreateAnswer }
  readonly 'schedules.get': { readonly input: SchedulesGetInput; readonly answer: SchedulesGetAnswer }
  readonly 'schedules.update': { readonly input: SchedulesUpdateInput; readonly answer: SchedulesUpdateAnswer }
  readonly 'schedules.delete': { readonly input: SchedulesDeleteInput; readonly answer: SchedulesDeleteAnswer }
  readonly 'schedules.run': { readonly input: SchedulesRunInput; readonly answer: SchedulesRunAnswer }
  readonly 'secondFactor.get': { readonly input: SecondFactorGetInput; readonly answer: SecondFactorGetAnswer }
  readonly 'secondFactor.begin': { readonly input: SecondFactorBeginInput; readonly answer: SecondFactorBeginAnswer }
  readonly 'secondFactor.confirm': {
    readonly input: SecondFactorConfirmInput
    readonly answer: SecondFactorConfirmAnswer
  }
  readonly 'secondFactor.renewRecoveryCodes': {
    readonly input: SecondFactorRenewRecoveryCodesInput
    readonly answer: SecondFactorRenewRecoveryCodesAnswer
  }
  readonly 'secondFactor.remove': { readonly input: SecondFactorRemoveInput; readonly answer: SecondFactorRemoveAnswer }
  readonly 'secondFactor.reset': { readonly input: SecondFactorResetInput; readonly answer: SecondFactorResetAnswer }
  readonly 'server.version': { readonly input: ServerVersionInput; readonly answer: ServerVersionAnswer }
  readonly 'server.extensions': { readonly input: ServerExtensionsInput; readonly answer: ServerExtensionsAnswer }
  readonly 'server.timezone': { readonly input: ServerTimezoneInput; readonly answer: ServerTimezoneAnswer }
  readonly 'server.time': { readonly input: ServerTimeInput; readonly answer: ServerTimeAnswer }
  readonly 'server.metadata': { readonly input: ServerMetadataInput; readonly answer: ServerMetadataAnswer }
  readonly 'server.suggest': { readonly input: ServerSuggestInput; readonly answer: ServerSuggestAnswer }
  readonly 'server.lastAuditTime': {
    readonly input: ServerLastAuditTimeInput
    readonly answer: ServerLastAuditTimeAnswer
  }
  readonly 'sessions.check': { readonly input: SessionsCheckInput; readonly answer: SessionsCheckAnswer }
  readonly 'sessions.create': { readonly input: SessionsCreateInput; readonly answer: SessionsCreateAnswer }
  readonly 'sessions.get': { readonly input: SessionsGetInput; readonly answer: SessionsGetAnswer }
  readonly 'sessions.current': { readonly input: SessionsCurrentInput; readonly answer: SessionsCurrentAnswer }
  readonly 'sessions.confirm': { readonly input: SessionsConfirmInput; readonly answer: SessionsConfirmAnswer }
  readonly 'sessions.requestCode': {
    readonly input: SessionsRequestCodeInput
    readonly answer: SessionsRequestCodeAnswer
  }
  readonly 'sessions.actAs': { readonly input: SessionsActAsInput; readonly answer: SessionsActAsAnswer }
  readonly 'sessions.end': { readonly input: SessionsEndInput; readonly answer: SessionsEndAnswer }
  readonly 'sessions.delete': { readonly input: SessionsDeleteInput; readonly answer: SessionsDeleteAnswer }
  readonly 'sessions.deleteOthers': {
    readonly input: SessionsDeleteOthersInput
    readonly answer: SessionsDeleteOthersAnswer
  }
  readonly 'tags.update': { readonly input: TagsUpdateInput; readonly answer: TagsUpdateAnswer }
  readonly 'users.create': { readonly input: UsersCreateInput; readonly answer: UsersCreateAnswer }
  readonly 'users.get': { readonly input: UsersGetInput; readonly answer: UsersGetAnswer }
  readonly 'users.update': { readonly input: UsersUpdateInput; readonly answer: UsersUpdateAnswer }
  readonly 'users.erase': { readonly input: UsersEraseInput; readonly answer: UsersEraseAnswer }
  readonly 'users.updateSelf': { readonly input: UsersUpdateSelfInput; readonly answer: UsersUpdateSelfAnswer }
  readonly 'users.whoami': { readonly input: UsersWhoamiInput; readonly answer: UsersWhoamiAnswer }
  readonly 'versions.create': { readonly input: VersionsCreateInput; readonly answer: VersionsCreateAnswer }
  readonly 'versions.get': { readonly input: VersionsGetInput; readonly answer: VersionsGetAnswer }
  readonly 'versions.update': { readonly input: VersionsUpdateInput; readonly answer: VersionsUpdateAnswer }
  readonly 'versions.delete': { readonly input: VersionsDeleteInput; readonly answer: VersionsDeleteAnswer }
  readonly 'visits.record': { readonly input: VisitsRecordInput; readonly answer: VisitsRecordAnswer }
  readonly 'visits.get': { readonly input: VisitsGetInput; readonly answer: VisitsGetAnswer }
  readonly 'watches.get': { readonly input: WatchesGetInput; readonly answer: WatchesGetAnswer }
  readonly 'watches.update': { readonly input: WatchesUpdateInput; readonly answer: WatchesUpdateAnswer }
  readonly 'webhooks.create': { readonly input: WebhooksCreateInput; readonly answer: WebhooksCreateAnswer }
  readonly 'webhooks.get': { readonly input: WebhooksGetInput; readonly answer: WebhooksGetAnswer }
  readonly 'webhooks.update': { readonly input: WebhooksUpdateInput; readonly answer: WebhooksUpdateAnswer }
  readonly 'webhooks.delete': { readonly input: WebhooksDeleteInput; readonly answer: WebhooksDeleteAnswer }
  readonly 'webhooks.rotate': { readonly input: WebhooksRotateInput; readonly answer: WebhooksRotateAnswer }
  readonly 'webhooks.list': { readonly input: WebhooksListInput; readonly answer: WebhooksListAnswer }
  readonly 'webhooks.ping': { readonly input: WebhooksPingInput; readonly answer: WebhooksPingAnswer }
  readonly 'webhooks.deliveries': { readonly input: WebhooksDeliveriesInput; readonly answer: WebhooksDeliveriesAnswer }
  readonly 'webhooks.redeliver': { readonly input: WebhooksRedeliverInput; readonly answer: WebhooksRedeliverAnswer }
  readonly 'workflow.get': { readonly input: WorkflowGetInput; readonly answer: WorkflowGetAnswer }
  readonly 'workflow.update': { readonly input: WorkflowUpdateInput; readonly answer: WorkflowUpdateAnswer }
}

/** The input of an operation: `InputOf<'bugs.create'>`. */
export type InputOf<N extends keyof OperationTypes> = OperationTypes[N]['input']

/** The answer of an operation: `AnswerOf<'bugs.create'>`. */
export type AnswerOf<N extends keyof OperationTypes> = OperationTypes[N]['answer']

/** The operations of `accounts`. */
export interface AccountsOperations {
  /**
   * Returns the features that a login page can offer. Whether an address can have an account is known only after a request for one. Available without login.
   *
   * @example Check whether to show a link for registration
   * ```ts
   * const { can_register } = await tracker.as(null).accounts.get()
   * ```
   */
  readonly get: (input?: AccountsGetInput, options?: CallOptions) => Promise<AccountsGetAnswer>

  /**
   * Sends a code to the address of an account, which can be used to set a new password within 30 minutes. The response and its time are the same if the account does not exist, is disabled, or has been sent three codes within half an hour.
   *
   * Fails with `mail_not_sent` if the tracker sends no email.
   *
   * @throws mail_not_sent
   * @example Reset a forgotten password
   * ```ts
   * await tracker.as(null).accounts.requestPassword({ login: 'alice@example.com' })
   * ```
   */
  readonly requestPassword: (
    input: AccountsRequestPasswordInput,
    options?: CallOptions,
  ) => Promise<AccountsRequestPasswordAnswer>

  /**
   * Sets the password of the account for which the code was sent, ends all its sessions, and lifts its lock after failed logins. A second factor stays. The code is single-use.
   *
   * Fails with `account_code_not_valid` for an invalid, used or expired code, and for an account that was disabled after it was sent.
   *
   * @throws account_code_not_valid, password_too_short, password_too_common, password_not_complex
   * @example With the code from the email
   * ```ts
   * await tracker.as(null).accounts.setPassword({ code: 'dGhpcyBpcyBub25l', password })
   * ```
   */
  readonly setPassword: (input: AccountsSetPasswordInput, options?: CallOptions) => Promise<AccountsSetPasswordAnswer>

  /**
   * Sends a code to an address, which can be used to create an account within 30 minutes. Disabled unless the parameter createemailregexp permits the address. If the address has an account, the email says so; the response and its time are the same.
   *
   * Fails with `registration_denied` for an address that is not permitted; `mail_not_sent` if the tracker sends no email.
   *
   * @throws registration_denied, illegal_email_address, mail_not_sent
   * @example Request an account
   * ```ts
   * await tracker.as(null).accounts.register({ email: 'erin@example.com' })
   * ```
   */
  readonly register: (input: AccountsRegisterInput, options?: CallOptions) => Promise<AccountsRegisterAnswer>

  /**
   * Creates the account for which the code was sent. It joins the groups whose pattern matches its address, because the address is proven.
   *
   * Fails with `account_code_not_valid` for an invalid, used or expired code; `registration_denied` if the address is no longer permitted; `account_exists` if another account has the address now.
   *
   * @throws account_code_not_valid, registration_denied, illegal_email_address, account_exists, password_too_short, password_too_common, password_not_complex, text_too_long
   * @example With the code from the email
   * ```ts
   * await tracker.as(null).accounts.create({ code: 'dGhpcyBpcyBub25l', password, full_name: 'Erin' })
   * ```
   */
  readonly create: (input: AccountsCreateInput, options?: CallOptions) => Promise<AccountsCreateAnswer>

  /**
   * Sends a code to an address, which makes it the login of the caller within 30 minutes. The response and its time are the same if another account has the address. Only while the parameter allowemailchange is on, because groups can depend on addresses.
   *
   * Fails with `auth_failure` while it is off; `invalid_login_or_password` and `account_locked` for a wrong password; `managed_by_host` for accounts managed by the embedding program; `mail_not_sent` if the tracker sends no email.
   *
   * @throws login_required, auth_failure, invalid_login_or_password, account_locked, illegal_email_address, managed_by_host, mail_not_sent
   * @example Request another address
   * ```ts
   * await alice.accounts.requestAddress({ email: 'alison@example.com', current_password: password })
   * ```
   */
  readonly requestAddress: (
    input: AccountsRequestAddressInput,
    options?: CallOptions,
  ) => Promise<AccountsRequestAddressAnswer>

  /**
   * Makes the address to which the code was sent the login of the account, and ends its sessions. Membership of groups with a pattern is updated. Both addresses are notified by email.
   *
   * Fails with `account_code_not_valid` for an invalid, used or expired code; `auth_failure` if the parameter allowemailchange is off now; `account_exists` if another account has the address now.
   *
   * @throws account_code_not_valid, auth_failure, illegal_email_address, account_exists
   * @example With the code from the email
   * ```ts
   * await tracker.as(null).accounts.setAddress({ code: 'dGhpcyBpcyBub25l' })
   * ```
   */
  readonly setAddress: (input: AccountsSetAddressInput, options?: CallOptions) => Promise<AccountsSetAddressAnswer>
}

/** The input of `accounts.get`. */
export interface AccountsGetInput {
  /** The origin of the pages, such as `https://bugs.example.com`; default: that of urlbase. */
  readonly origin?: string | undefined
}

/** The answer of `accounts.get`. */
export interface AccountsGetAnswer {
  /** Login providers beside passwords. */
  providers: {
    /** Name, for `logins.begin`. */
    name: string
    /** Display name. */
    title: string
  }[]
  /** Users can log in with a passkey on these pages: https with a host name, or http://localhost. */
  passkeys: boolean
  /** `some`: only a group logs in with a password (parameter password_login_group), and no directory checks passwords. */
  passwords: 'all' | 'some'
  /** Some addresses can register (parameter createemailregexp), and email is sent. */
  can_register: boolean
  /** Email is sent, so users can reset a forgotten password. */
  can_reset_password: boolean
}

/** The input of `accounts.requestPassword`. */
export interface AccountsRequestPasswordInput {
  /** Login, ignoring case. */
  readonly login: string
}

/** The answer of `accounts.requestPassword`. */
export type AccountsRequestPasswordAnswer = Record<string, never>

/** The input of `accounts.setPassword`. */
export interface AccountsSetPasswordInput {
  /** Code from the email. Single-use, valid for 30 minutes; that of an invitation, for 7 days. */
  readonly code: string
  /** Password, with the rules of `users.create`; required. */
  readonly password: string
  /** Also revoke all API keys of the account, in case another person had the password. */
  readonly revoke_api_keys?: boolean | undefined
}

/** The answer of `accounts.setPassword`. */
export interface AccountsSetPasswordAnswer {
  /** Login of the account. */
  login: string
}

/** The input of `accounts.register`. */
export interface AccountsRegisterInput {
  /** Email address, which becomes the login. */
  readonly email: string
}

/** The answer of `accounts.register`. */
export type AccountsRegisterAnswer = Record<string, never>

/** The input of `accounts.create`. */
export interface AccountsCreateInput {
  /** Code from the email. Single-use, valid for 30 minutes. */
  readonly code: string
  /** Password, with the rules of `users.create`; required. */
  readonly password: string
  /** Real name, at most 255 characters. */
  readonly full_name?: string | undefined
}

/** The answer of `accounts.create`. */
export interface AccountsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `accounts.requestAddress`. */
export interface AccountsRequestAddressInput {
  /** New login. */
  readonly email: string
  /** Password, here or of the directory, required because a token can be stolen. Accounts without a password here can omit it in a session that was confirmed after it began, or, with no way to confirm it, has just begun. */
  readonly current_password?: string | undefined
}

/** The answer of `accounts.requestAddress`. */
export type AccountsRequestAddressAnswer = Record<string, never>

/** The input of `accounts.setAddress`. */
export interface AccountsSetAddressInput {
  /** Code from the email. Single-use, valid for 30 minutes. */
  readonly code: string
}

/** The answer of `accounts.setAddress`. */
export interface AccountsSetAddressAnswer {
  /** New login. */
  login: string
}

/** The operations of `apiKeys`. */
export interface ApiKeysOperations {
  /**
   * Creates an API key, which authenticates its owner until it is revoked or expires. Only this response contains it: the tracker stores a hash, and the first characters for identification. The owner is notified by email. A user has at most 100 keys that are neither revoked nor expired.
   *
   * A key can have fewer permissions than its owner (`scopes`, `products`). Other operations fail with `api_key_read_only` or `api_key_scope`; other products and their bugs do not exist for it.
   *
   * The embedding program itself (`asSystem`) can also name the owner (`user`, a login) and provide the key (`key`, at least 16 letters and digits), for example from the environment.
   *
   * Fails with `auth_failure` for another user's key or a given one; `object_does_not_exist` for the owner or a product; `param_invalid` for a key that is too simple or in use, for an expiry in the past and for contradictory scopes; `api_key_limit` for another key.
   *
   * @throws login_required, auth_failure, object_does_not_exist, param_invalid, api_key_limit
   * @example Create a read-only key
   * ```ts
   * const { api_key } = await alice.apiKeys.create({ description: 'Nightly build', is_read_only: true })
   * ```
   * @example Create a key for one year that files and changes bugs of one product
   * ```ts
   * const products = ['Widgets']
   * const expires = new Date(Date.now() + 365 * 86_400_000)
   * const { api_key } = await alice.apiKeys.create({ description: 'Crash reports', products, expires })
   * ```
   */
  readonly create: (input?: ApiKeysCreateInput, options?: CallOptions) => Promise<ApiKeysCreateAnswer>

  /**
   * The caller's API keys, oldest first, without the keys themselves.
   *
   * Fails with `auth_failure` for another user's keys; `object_does_not_exist` for an ID or user.
   *
   * @throws login_required, auth_failure, object_does_not_exist
   * @example Your API keys
   * ```ts
   * const { api_keys } = await alice.apiKeys.get()
   * ```
   */
  readonly get: <const F extends readonly ApiKeyField[] = never, const X extends readonly ApiKeyField[] = never>(
    input?: ApiKeysGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<ApiKeysGetAnswer<Select<ApiKey, F, X>>>

  /**
   * Updates the caller's API keys, all of them or none; administrators can change other users' keys.
   *
   * If another user has revoked a key, only administrators can re-enable it.
   *
   * Fails with `params_required` without ids; `object_does_not_exist` for an ID; `auth_failure` for a key that another user has revoked; `api_key_limit` for re-enabling more than 100 keys of a user.
   *
   * @throws login_required, params_required, object_does_not_exist, auth_failure, text_too_long, api_key_limit
   * @example Revoke a key
   * ```ts
   * await alice.apiKeys.update({ ids: [3], is_revoked: true })
   * ```
   */
  readonly update: (input?: ApiKeysUpdateInput, options?: CallOptions) => Promise<ApiKeysUpdateAnswer>

  /**
   * Revokes all active API keys of the caller, including the one used for the call. Sessions stay.
   *
   * @throws login_required
   * @example After a key got lost
   * ```ts
   * const { revoked } = await alice.apiKeys.revokeAll()
   * ```
   */
  readonly revokeAll: (input?: ApiKeysRevokeAllInput, options?: CallOptions) => Promise<ApiKeysRevokeAllAnswer>
}

/** The input of `apiKeys.create`. */
export interface ApiKeysCreateInput {
  /** Description of the key, at most 255 characters. */
  readonly description?: string | undefined
  /** Expiry time, in the future. Defaults to never. */
  readonly expires?: Date | undefined
  /** Read-only, like `scopes` without `write`. */
  readonly is_read_only?: boolean | undefined
  /** Scopes of the key. `read`: read; always included. `write`: file and change bugs and their parts, with the permissions of its owner. `admin`: administer, and create API keys, webhooks and passwords. Defaults to all, or with `products` to `read` and `write`. */
  readonly scopes?: readonly ('read' | 'write' | 'admin')[] | undefined
  /** Restricts the key to these products, by name: others and their contents do not exist for it. Such a key cannot have the scope `admin`. Defaults to all. */
  readonly products?: readonly string[] | undefined
  /** Login of the owner. Only for the embedding program. Defaults to the caller. */
  readonly user?: string | undefined
  /** The key, at least 16 letters and digits. Only for the embedding program. Defaults to a random one. */
  readonly key?: string | undefined
}

/** The answer of `apiKeys.create`. */
export interface ApiKeysCreateAnswer {
  /** ID of the key. */
  id: number
  /** The key itself, which is not shown again. */
  api_key: string
}

/** The input of `apiKeys.get`. */
export interface ApiKeysGetInput {
  /** IDs of the API keys. Defaults to all. */
  readonly ids?: readonly number[] | undefined
  /** Login of another user. Only for administrators. The embedding program must provide it or `ids`. */
  readonly user?: string | undefined
}

/** The answer of `apiKeys.get`. */
export interface ApiKeysGetAnswer<T = ApiKey> {
  /** API keys, oldest first. */
  api_keys: T[]
}

/** The input of `apiKeys.update`. */
export interface ApiKeysUpdateInput {
  /** IDs of the API keys. */
  readonly ids?: readonly number[] | undefined
  /** Description. */
  readonly description?: string | undefined
  /** Revoke the key, or re-enable it. */
  readonly is_revoked?: boolean | undefined
}

/** The answer of `apiKeys.update`. */
export interface ApiKeysUpdateAnswer {
  /** Changes of each API key. */
  api_keys: Changed[]
}

/** The input of `apiKeys.revokeAll`. */
export type ApiKeysRevokeAllInput = Readonly<Record<string, never>>

/** The answer of `apiKeys.revokeAll`. */
export interface ApiKeysRevokeAllAnswer {
  /** Number of revoked keys. */
  revoked: number
}

/** The operations of `attachments`. */
export interface AttachmentsOperations {
  /**
   * Adds an attachment to each of at most 100 bugs, with a comment on each; to all of them or none. For several bugs, the content and the comment can have 8 MB in all (`too_many_changes`).
   *
   * `content_type` is required unless `is_patch` makes it text/plain. `comment` follows the generated sentence. `is_private` is for insiders, and makes the comment private too. `flags` are set on each new attachment: `status` and `type_id` or `name`, and `requestee`, a login. `obsoletes` marks attachments of the same bugs as obsolete, if the caller can change them; pending requests on them end.
   *
   * @throws rule_refused, rule_failed, invalid_user_group, object_not_specified, params_required, bug_id_does_not_exist, improper_bug_id_field_value, product_edit_denied, zero_length_file, file_too_large, invalid_content_type, file_not_specified, missing_attachment_description, user_not_insider, comment_too_long, markdown_disabled, too_many_changes, object_does_not_exist, illegal_attachment_edit, flag_status_invalid, flag_update_denied, flag_not_unique, flag_type_not_unique, flag_type_inactive, flag_type_not_multiplicable, flag_type_requestee_disabled, flag_requestee_disabled, flag_requestee_unauthorized, flag_requestee_needs_privs
   * @example Attach a log
   * ```ts
   * const data = new TextEncoder().encode('Segmentation fault')
   * const { ids } = await alice.attachments.create({
   *   ids: [12], data, file_name: 'crash.log', summary: 'What it says', content_type: 'text/plain',
   * })
   * ```
   */
  readonly create: (input: AttachmentsCreateInput, options?: CallOptions) => Promise<AttachmentsCreateAnswer>

  /**
   * Returns the attachments of bugs, and single attachments by ID.
   *
   * Private attachments exist only for insiders and their creators. With `exclude_fields: ['data']`, no content is read.
   *
   * Fails with `params_required` without ids and attachment_ids; `answer_too_large` if the contents of several exceed 32 MB in total. A single attachment can have any size.
   *
   * @throws params_required, bug_id_does_not_exist, improper_bug_id_field_value, object_does_not_exist, answer_too_large
   * @example Get the attachments of a bug without their content
   * ```ts
   * const { bugs } = await alice.attachments.get({ ids: [12], exclude_fields: ['data'] })
   * bugs[12]?.[0]?.file_name
   * ```
   */
  readonly get: <
    const F extends readonly AttachmentField[] = never,
    const X extends readonly AttachmentField[] = never,
  >(
    input?: AttachmentsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<AttachmentsGetAnswer<Select<Attachment, F, X>>>

  /**
   * Updates attachments, all of them or none.
   *
   * Omitted fields stay; the content cannot be changed. A patch is always text/plain. `comment` is added to the bug of each attachment, and is private if the attachment is. `flags` are set, changed and cleared as in Update Bug; requests end when the attachment becomes obsolete. The creator of an attachment can change it, and so can users who can edit the bug; the setter and the requestee of a flag can change the flag. Only insiders can change `is_private`.
   *
   * @throws rule_refused, rule_failed, params_required, invalid_user_group, object_does_not_exist, product_edit_denied, illegal_attachment_edit, user_not_insider, invalid_content_type, file_not_specified, missing_attachment_description, comment_too_long, flag_status_invalid, flag_update_denied, flag_not_unique, flag_type_not_unique, flag_type_inactive, flag_type_not_multiplicable, flag_type_requestee_disabled, flag_requestee_disabled, flag_requestee_unauthorized, flag_requestee_needs_privs
   * @example Mark an attachment as obsolete
   * ```ts
   * const { attachments } = await alice.attachments.update({ ids: [7], is_obsolete: true, comment: 'See the next one' })
   * attachments[0]?.changes.is_obsolete // { removed: '0', added: '1' }
   * ```
   */
  readonly update: (input: AttachmentsUpdateInput, options?: CallOptions) => Promise<AttachmentsUpdateAnswer>

  /**
   * Returns the content of an attachment, or a slice of it.
   *
   * Content never changes, so consecutive slices fit together, and a client can read a large file one megabyte at a time. A slice beyond the end is empty.
   *
   * Fails with `object_does_not_exist`, also for one that the caller cannot see; `attachment_erased` if its content was erased.
   *
   * @throws object_does_not_exist, attachment_erased
   * @example Download a file
   * ```ts
   * const { file_name, data } = await alice.attachments.download({ id: 7 })
   * ```
   */
  readonly download: (input: AttachmentsDownloadInput, options?: CallOptions) => Promise<AttachmentsDownloadAnswer>

  /**
   * Permanently erases the content of attachments, all of them or none.
   *
   * The attachments stay, with size 0 and obsolete; with `summary`, without file name and summary, also in history. Downloads fail with `attachment_erased`. The audit log contains the user and the reason. Sent email and earlier backups still contain the content.
   *
   * Fails with `auth_failure` for users who are not administrators; `deletion_not_allowed` while the parameter `allow_attachment_deletion` is off.
   *
   * @throws auth_failure, deletion_not_allowed, object_does_not_exist, params_required, text_too_long
   * @example Erase a file with a password
   * ```ts
   * await admin.attachments.erase({ ids: [7], reason: 'Holds a password' })
   * ```
   */
  readonly erase: (input: AttachmentsEraseInput, options?: CallOptions) => Promise<AttachmentsEraseAnswer>
}

/** The input of `attachments.create`. */
export interface AttachmentsCreateInput {
  /** IDs or aliases of the bugs. */
  readonly ids?: readonly (number | string)[] | undefined
  /** The bug in the path. If `ids` includes it, all of them get the attachment, otherwise only this bug. */
  readonly id_or_alias?: number | string | undefined
  /** Content, limited by the parameters maxattachmentsize (KiB) and maxlocalattachment (MiB). */
  readonly data: Uint8Array
  /** File name. Folders are removed; of a longer name, the last 255 characters are kept. */
  readonly file_name: string
  /** One-line description. */
  readonly summary: string
  /** Content type, such as `image/png`. Required unless `is_patch` makes it text/plain. */
  readonly content_type?: string | undefined
  /** A comment that follows the generated sentence, at most 65,535 characters. */
  readonly comment?: string | undefined
  /** Whether the comment is Markdown. In its links and images, `attachment:new` becomes the ID of the attachment. */
  readonly is_markdown?: boolean | undefined
  /** The attachment is a patch, and text/plain. */
  readonly is_patch?: boolean | undefined
  /** The attachment and the comment are visible only to insiders. */
  readonly is_private?: boolean | undefined
  /** Flags to set on each new attachment. */
  readonly flags?: readonly FlagChange[] | undefined
  /** IDs of attachments on these bugs that the new one replaces; they become obsolete. */
  readonly obsoletes?: readonly number[] | undefined
  /** Accepted only as an empty list, which some clients send. */
  readonly bug_flags?: readonly unknown[] | undefined
}

/** The answer of `attachments.create`. */
export interface AttachmentsCreateAnswer {
  /** IDs of the new attachments, in the order of the bugs. */
  ids: number[]
}

/** The input of `attachments.get`. */
export interface AttachmentsGetInput {
  /** Bugs by ID or alias. Their attachments are returned by bug ID. */
  readonly ids?: readonly (number | string)[] | undefined
  /** IDs of single attachments. */
  readonly attachment_ids?: readonly number[] | undefined
}

/** The answer of `attachments.get`. */
export interface AttachmentsGetAnswer<T = Attachment> {
  /** Attachments of each bug, by bug ID. */
  bugs: { [name: string]: T[] }
  /** Single attachments, by ID. */
  attachments: { [name: string]: T }
}

/** The input of `attachments.update`. */
export interface AttachmentsUpdateInput {
  /** IDs of the attachments. */
  readonly ids: readonly number[]
  /** File name. Folders are removed; of a longer name, the last 255 characters are kept. */
  readonly file_name?: string | undefined
  /** One-line description. */
  readonly summary?: string | undefined
  /** Content type, such as `image/png`. */
  readonly content_type?: string | undefined
  /** The attachment is a patch, and text/plain. */
  readonly is_patch?: boolean | undefined
  /** Visible only to insiders. Only insiders can change it. */
  readonly is_private?: boolean | undefined
  /** The attachment is obsolete. Setting it ends pending flag requests. */
  readonly is_obsolete?: boolean | undefined
  /** Comment to add to the bug of each attachment, at most 65,535 characters; private if the attachment is. */
  readonly comment?: string | undefined
  /** Flags to set, change or clear. */
  readonly flags?: readonly FlagChange[] | undefined
}

/** The answer of `attachments.update`. */
export interface AttachmentsUpdateAnswer {
  /** Changes of each attachment. */
  attachments: ChangedAttachment[]
}

/** The input of `attachments.download`. */
export interface AttachmentsDownloadInput {
  /** ID of the attachment. */
  readonly id: number
  /** Offset of the first byte. */
  readonly offset?: number | undefined
  /** Maximum number of bytes. Defaults to the rest. */
  readonly length?: number | undefined
}

/** The answer of `attachments.download`. */
export interface AttachmentsDownloadAnswer {
  /** File name. */
  file_name: string
  /** Content type. */
  content_type: string
  /** Size of the whole content in bytes. */
  size: number
  /** Time of the last change of the attachment. */
  last_change_time: Date
  /** Content, or the slice of it. */
  data: Uint8Array
}

/** The input of `attachments.erase`. */
export interface AttachmentsEraseInput {
  /** IDs of the attachments, at most 100. */
  readonly ids: readonly number[]
  /** Reason for the audit log, 1 to 1,000 characters. Do not repeat the erased content. */
  readonly reason: string
  /** Also erase their summaries and file names, also in the history of their bugs. */
  readonly summary?: boolean | undefined
}

/** The answer of `attachments.erase`. */
export interface AttachmentsEraseAnswer {
  /** Erased content of each attachment. */
  attachments: ErasedAttachment[]
}

/** The operations of `audit`. */
export interface AuditOperations {
  /**
   * Returns the log of administrative changes, newest first.
   *
   * A cut response contains `limit` and `offset`.
   *
   * Fails with `auth_failure` for users who are not administrators.
   *
   * @throws auth_failure, search_too_expensive
   * @example Get changes of groups this year
   * ```ts
   * const { audit_log } = await admin.audit.get({ class: 'Group', since: new Date('2026-01-01') })
   * ```
   */
  readonly get: (input?: AuditGetInput, options?: CallOptions) => Promise<AuditGetAnswer>
}

/** The input of `audit.get`. */
export interface AuditGetInput {
  /** Types of objects, such as `Product` or `Tracker::Product`. */
  readonly class?: string | readonly string[] | undefined
  /** ID of the object. */
  readonly object_id?: number | undefined
  /** Only entries at or after this time. */
  readonly since?: Date | undefined
  /** Maximum number of results, at most 1000. Defaults to 100. */
  readonly limit?: number | undefined
  /** Number of results to skip. */
  readonly offset?: number | undefined
}

/** The answer of `audit.get`. */
export interface AuditGetAnswer {
  /** Entries, newest first. */
  audit_log: AuditEntry[]
  /** Limit that cut the response; absent if it is complete from the offset on. */
  limit?: string
  /** Offset of a cut response. */
  offset?: number
  /** Total number of results; absent if unknown. */
  total_matches?: number
}

/** The operations of `bugs`. */
export interface BugsOperations {
  /**
   * Files a bug.
   *
   * `product`, `component`, `version` and `summary` (1 to 255 characters) are required. `description` becomes comment 0; `comment_is_private` hides it and `comment_tags` tag it. Omitted fields get the default of the installation, the product or the component, and so do fields that the caller cannot set (without editbugs: assignee, QA contact, keywords, dependencies, and without canconfirm the status). Hours: 0 to 99,999.99. Null counts as omitted.
   *
   * With a `form`, its `answers` become sections of the description, which is Markdown if the tracker permits it, and set fields. `component` and `version` can then come from the form.
   *
   * @throws rule_refused, rule_failed, bug_id_does_not_exist, improper_bug_id_field_value, illegal_time, number_not_integer, invalid_user_group, object_not_specified, object_does_not_exist, entry_access_denied, product_disabled, require_component, require_summary, text_too_long, comment_too_long, markdown_disabled, unknown_parameter, illegal_bug_status_transition, missing_resolution, dupe_not_at_creation, resolution_not_allowed, group_restriction_not_allowed, user_not_insider, alias_in_use, alias_too_long, alias_is_numeric, alias_has_comma_or_space, alias_reserved, value_inactive, required_field, bug_url_invalid, bug_url_too_long, dependency_loop_multi, illegal_date, number_too_small, number_too_large, comment_tag_disabled, comment_tag_invalid, comment_tag_too_long, comment_tag_too_short, required_answer, flag_status_invalid, flag_update_denied, flag_not_unique, flag_type_not_unique, flag_type_inactive, flag_type_not_multiplicable, flag_type_requestee_disabled, flag_requestee_disabled, flag_requestee_unauthorized, flag_requestee_needs_privs
   * @example File a bug
   * ```ts
   * const { id } = await alice.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' })
   * ```
   */
  readonly create: (input: BugsCreateInput, options?: CallOptions) => Promise<BugsCreateAnswer>

  /**
   * Returns bugs by ID or alias, in the requested order, each once. Bugs that the caller cannot see do not exist. Without `permissive`, the first failure is the error; with it, failures are collected in `faults`, and the bugs that were found are returned.
   *
   * @throws bug_id_does_not_exist, improper_bug_id_field_value
   * @example Get some fields of bugs by ID and alias, ignoring missing ones
   * ```ts
   * const { bugs } = await alice.bugs.get({ ids: [12, 'crash-on-start'] })
   * const { faults } = await alice.bugs.get({ ids: [12, 99], permissive: true, include_fields: ['id', 'summary'] })
   * ```
   */
  readonly get: <const F extends readonly BugField[] = never, const X extends readonly BugField[] = never>(
    input: BugsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<BugsGetAnswer<Select<Bug, F, X>>>

  /**
   * Updates bugs, all of them or none.
   *
   * Lists (`cc`, `keywords`, `groups`, `alias`, `depends_on`, `blocks`, `see_also`) accept objects with `add` and `remove`, most of them also `set`, which overrides both; hours are at most 99,999.99, the deadline is YYYY-MM-DD or null. `status` follows the workflow; closing requires a `resolution`, which for DUPLICATE requires `dupe_of`. `comment` is `{ body, is_private, is_markdown }`; `comment_tags` tag it, if the caller can add tags. `comment_is_private` maps IDs of comments to whether they are private. With `expected_last_change_time` or the `update_token` of Get Bug, a bug that has changed since is a conflict. Links to bugs that the caller cannot see stay, even with `set`.
   *
   * With `dry_run` nothing is changed: the response contains the changes of the bugs, and in `faults` the bugs that would be rejected. An invalid value, which would be rejected for all of them, is an error.
   *
   * Fails with `conflict` for a bug that has changed since.
   *
   * @throws rule_refused, rule_failed, product_disabled, invalid_user_group, params_required, bug_id_does_not_exist, improper_bug_id_field_value, product_edit_denied, illegal_change, illegal_change_deps, illegal_bug_status_transition, comment_required, milestone_required, missing_resolution, resolution_not_allowed, still_unresolved_bugs, dupe_id_required, dupe_not_allowed, dupe_loop_detected, undefined_field, object_does_not_exist, object_not_specified, param_required, unknown_parameter, require_summary, require_component, required_field, reassign_to_empty, value_inactive, text_too_long, comment_too_long, markdown_disabled, comment_invalid_isprivate, user_not_insider, alias_in_use, alias_too_long, alias_is_numeric, alias_has_comma_or_space, alias_reserved, multiple_alias_not_allowed, bug_url_invalid, bug_url_too_long, see_also_self_reference, dependency_loop_single, dependency_loop_multi, relationship_loop_single, group_restriction_not_allowed, group_invalid_removal, cc_remove_denied, illegal_date, illegal_time, number_not_integer, number_too_small, number_too_large, comment_tag_disabled, comment_tag_invalid, comment_tag_too_long, comment_tag_too_short, too_many_changes, conflict, flag_status_invalid, flag_update_denied, flag_not_unique, flag_type_not_unique, flag_type_inactive, flag_type_not_multiplicable, flag_type_requestee_disabled, flag_requestee_disabled, flag_requestee_unauthorized, flag_requestee_needs_privs
   * @example Close a bug with a comment
   * ```ts
   * const { bugs } = await alice.bugs.update({ ids: [12], status: 'RESOLVED', resolution: 'FIXED', comment: { body: 'In r34' } })
   * bugs[0]?.changes.status // { removed: 'IN_PROGRESS', added: 'RESOLVED' }
   * ```
   */
  readonly update: (input: BugsUpdateInput, options?: CallOptions) => Promise<BugsUpdateAnswer>

  /**
   * Permanently deletes bugs with all their parts, all of them or none.
   *
   * Comments, attachments, flags, history, tags and pending email are deleted too. Links of other bugs to them are removed, which the history of these bugs records; duplicates of them keep their resolution. Afterwards the bug does not exist for any caller, and its ID is not reused. The audit log contains the user and the reason, but no content of the bug. Sent email and earlier backups still contain it.
   *
   * Fails with `auth_failure` for users who are not administrators; `deletion_not_allowed` while the parameter `allowbugdeletion` is off; `bug_id_does_not_exist`, also for one that the caller cannot see.
   *
   * @throws auth_failure, bug_id_does_not_exist, deletion_not_allowed, improper_bug_id_field_value, params_required, text_too_long
   * @example Delete a bug filed by a runaway script
   * ```ts
   * const { bugs } = await admin.bugs.delete({ ids: [12], reason: 'Filed by a script' })
   * ```
   */
  readonly delete: (input: BugsDeleteInput, options?: CallOptions) => Promise<BugsDeleteAnswer>

  /**
   * Changes of bugs with time and user: oldest first, one entry for all changes that one user made at once. With `new_since`, only later changes. Callers get only what they can see: hours are for time trackers, private attachments and the privacy of comments for insiders, and hidden bugs are not named.
   *
   * Fails with `answer_too_large` if the histories of several bugs exceed 32 MB in all. The history of a single bug can have any size.
   *
   * @throws bug_id_does_not_exist, improper_bug_id_field_value, answer_too_large
   * @example Get changes this year
   * ```ts
   * const { bugs } = await alice.bugs.history({ ids: [12], new_since: new Date('2026-01-01T00:00:00Z') })
   * ```
   */
  readonly history: <
    const F extends readonly BugHistoryField[] = never,
    const X extends readonly BugHistoryField[] = never,
  >(
    input: BugsHistoryInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<BugsHistoryAnswer<Select<BugHistory, F, X>>>

  /**
   * Returns a bug with its comments, history and attachments, the bugs that it refers to, and the permissions of the caller, as one consistent snapshot. Each part equals the response of the separate operation. Comments also contain the reactions of the caller and the mentioned users; attachments omit their content.
   *
   * Fails with `answer_too_large` if the comments exceed 32 MB in total; request fewer with `comments`.
   *
   * @throws bug_id_does_not_exist, improper_bug_id_field_value, answer_too_large
   * @example Get a bug with its description and its last 50 comments
   * ```ts
   * const { bug, comments, can } = await alice.bugs.view({ id: 12, comments: 50 })
   * if (can.fields.includes('priority')) console.log(bug.priority, comments.length)
   * ```
   * @example Get the 50 comments up to number 100
   * ```ts
   * const { comments } = await alice.bugs.view({ id: 12, comments: 50, comments_until: 100 })
   * ```
   */
  readonly view: (input: BugsViewInput, options?: CallOptions) => Promise<BugsViewAnswer>

  /**
   * Returns enabled accounts that can see the bug and whose login begins with `match` or whose real name contains it. People with a role or a comment on the bug come first. A real name of others is searched from 3 characters on.
   *
   * With `is_private`, only insiders are returned; fails with `user_not_insider` if the caller is not one.
   *
   * @throws login_required, bug_id_does_not_exist, improper_bug_id_field_value, user_not_insider
   * @example People for `@gr`
   * ```ts
   * const { people } = await alice.bugs.people({ id: 12, match: 'gr' })
   * ```
   */
  readonly people: (input: BugsPeopleInput, options?: CallOptions) => Promise<BugsPeopleAnswer>

  /**
   * Returns the bugs that a bug depends on, directly or indirectly, the bugs that it blocks, up to a number of steps, and all dependencies between them. Bugs that the caller cannot see, and paths through them, are not included.
   *
   * At most 200 bugs and 2,000 dependencies, nearest first; if there are more bugs, both directions get a share.
   *
   * @throws bug_id_does_not_exist, improper_bug_id_field_value
   * @example Get the dependencies of a bug
   * ```ts
   * const { bugs, edges } = await alice.bugs.graph({ id: 12, depth: 2, open_only: true })
   * const next = edges.filter(({ blocks }) => blocks === 12).map(({ depends_on }) => depends_on)
   * console.log(bugs.filter(({ id }) => next.includes(id)))
   * ```
   */
  readonly graph: (input: BugsGraphInput, options?: CallOptions) => Promise<BugsGraphAnswer>

  /**
   * Finds bugs.
   *
   * Criteria are joined with AND. A value matches the whole field ignoring case, `summary` and `whiteboard` a part of it, `creation_time` and `last_change_time` that moment or later; a list means any of its values. `status` also accepts `__open__`, `__closed__` and `__all__`; `resolution` `''` finds open bugs; `id` accepts commas. Names of the advanced search (`short_desc_type`, `email1`, `chfieldfrom`, `f1`, `o1`, `v1` …) are supported. `quicksearch` accepts the one-line language, `savedsearch` the name of one of the caller's searches (with `sharer_id`, of a search that this user shares). Empty criteria are ignored; empty times are rejected.
   *
   * Returns at most `limit` bugs from `offset`, ordered by `order` and then by ID. If the limit cuts the result, `limit` and `offset` are returned; `total_matches` is returned if it is known, or with `count_total` (`count_up_to` limits the counting); `count_only` returns only `bug_count`. Unknown parameters are rejected (`unknown_parameter`), because a search without them would find too much. Over HTTP they are ignored, and `ignored` lists them, at most 100, unless the request has `Prefer: handling=strict`.
   *
   * To read a list while others file bugs, use `cursor`: `*` at first, then the `next_cursor` of each response, which is absent at the end. Bugs that appear or disappear shift nothing; a bug whose place in the order changes can be returned twice or not at all. The order must use fields of the bugs themselves.
   *
   * Fails with `param_required` for an offset without limit; `buglist_parameters_required` without criteria if the installation requires some; `login_required` and `object_does_not_exist` for a saved search; `param_invalid` for a cursor with an offset; `cursor_not_possible` for orders by people, products, the whiteboard or relevance; `cursor_invalid` for a cursor of other criteria or of another order.
   *
   * @throws invalid_regexp, param_required, param_must_be_numeric, param_invalid, search_too_complex, illegal_date, invalid_field_name, buglist_parameters_required, login_required, object_does_not_exist, search_too_much_text, search_field_operator_invalid, search_invalid_joiner, search_cp_without_op, search_content_without_matches, search_grouped_field_invalid, search_grouped_field_mismatch, search_grouped_invalid_nesting, illegal_pronoun, login_required_for_pronoun, group_not_visible, invalid_group_name, quicksearch_unbalanced_quotes, quicksearch_invalid_query, quicksearch_unknown_field, cursor_not_possible, cursor_invalid, search_too_expensive
   * @example Find open bugs of a product whose summary contains a word
   * ```ts
   * const { bugs } = await alice.bugs.search({ product: 'Widgets', status: '__open__', summary: 'blink', limit: 20 })
   * ```
   */
  readonly search: <const F extends readonly BugField[] = never, const X extends readonly BugField[] = never>(
    input?: BugsSearchInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<BugsSearchAnswer<Select<Bug, F, X>>>

  /**
   * Counts the bugs that satisfy criteria, as `bugs.search` finds them: in all, by one field (`x`), by two (`x` and `y`), or over time (`over`, also with `x`). Bugs that the caller cannot see, and values that only such bugs have, are excluded.
   *
   * Values are in the order of the configuration, people by login; values with the same name in several products count together. `''` means no value, and the resolution of open bugs. A bug with several keywords counts for each of them, and once in `total`. Periods without bugs between others are included.
   *
   * At most 1,000 values of a field, 1,000 periods, and 100,000 combinations (`too_many_groups`). Parameters of the result of a search (`limit`, `order`, `include_fields` …) have no effect.
   *
   * Fails with `invalid_field_name` for fields without counts, and `param_invalid` for `y` without `x` or with `over`; for criteria as `bugs.search` does.
   *
   * @throws invalid_regexp, param_required, param_must_be_numeric, param_invalid, search_too_complex, illegal_date, invalid_field_name, buglist_parameters_required, login_required, object_does_not_exist, search_too_much_text, search_field_operator_invalid, search_invalid_joiner, search_cp_without_op, search_content_without_matches, search_grouped_field_invalid, search_grouped_field_mismatch, search_grouped_invalid_nesting, illegal_pronoun, login_required_for_pronoun, group_not_visible, invalid_group_name, quicksearch_unbalanced_quotes, quicksearch_invalid_query, quicksearch_unknown_field, too_many_groups, search_too_expensive
   * @example Count open bugs of a product by component and priority
   * ```ts
   * const { x, y, counts } = await alice.bugs.count({ product: 'Widgets', status: '__open__', x: 'component', y: 'priority' })
   * x.forEach((component, row) => console.log(component, y.map((name, at) => `${name}: ${counts[row]?.[at]}`).join(', ')))
   * ```
   * @example Count the bugs filed each week of a year
   * ```ts
   * const { buckets = [] } = await alice.bugs.count({ product: 'Widgets', over: 'week', creation_time: new Date('2026-01-01') })
   * for (const { start, counts } of buckets) console.log(start, counts[0])
   * ```
   */
  readonly count: (input?: BugsCountInput, options?: CallOptions) => Promise<BugsCountAnswer>

  /**
   * Returns, for the bugs that satisfy criteria **today**, as `bugs.search` finds them, how many were open at the end of each day, week (from Monday) or month in UTC, and how many were opened and closed in it: the burndown of a milestone, or the trend of a product. A bug that has left the milestone since is not among them, and with a criterion such as `status` all others are not. It is computed from history, backwards from today. Bugs that the caller cannot see are excluded.
   *
   * A bug that is filed as a closed one and stays closed is not counted. A bug that is closed and reopened within a period counts as closed and as opened. Parameters of the result of a search (`limit`, `order`, `include_fields` …) have no effect.
   *
   * Fails with `too_many_groups` for more than 1,000 periods; for criteria as `bugs.search` does.
   *
   * @throws invalid_regexp, param_required, param_must_be_numeric, param_invalid, search_too_complex, illegal_date, invalid_field_name, buglist_parameters_required, login_required, object_does_not_exist, search_too_much_text, search_field_operator_invalid, search_invalid_joiner, search_cp_without_op, search_content_without_matches, search_grouped_field_invalid, search_grouped_field_mismatch, search_grouped_invalid_nesting, illegal_pronoun, login_required_for_pronoun, group_not_visible, invalid_group_name, quicksearch_unbalanced_quotes, quicksearch_invalid_query, quicksearch_unknown_field, too_many_groups, search_too_expensive
   * @example Get the burndown of a milestone
   * ```ts
   * const { over, points } = await alice.bugs.trend({ product: 'Widgets', target_milestone: 'M1', hours: true })
   * for (const { start, open, remaining_time } of points) console.log(over, start, open, remaining_time)
   * ```
   */
  readonly trend: (input?: BugsTrendInput, options?: CallOptions) => Promise<BugsTrendAnswer>

  /**
   * Returns the bugs that satisfy criteria, as `bugs.search` finds them, in columns by one field and optionally in rows by another, as one consistent snapshot. Bugs that the caller cannot see, and values that only such bugs have, are excluded.
   *
   * Values are in the order of the configuration, people by login, open statuses before closed ones. Statuses, priorities, severities, values of custom fields, and milestones of the products named by the criteria are included without bugs while they are active. Bugs are in the order of `order`, which defaults to `priority,last_change_time DESC`.
   *
   * At most 20 columns and 20 rows, those with bugs first; 50 bugs in a column, with `rows` 200, spread over its cells; and 1,000 bugs, in equal shares of the columns. Parameters of the result of a search (`offset`, `cursor`, `count_only` …) have no effect.
   *
   * Fails with `invalid_field_name` for unknown fields, `param_invalid` for fields without a single value out of several, and `too_many_groups` beyond 1,000 values of a field with bugs; for criteria as `bugs.search` does.
   *
   * @throws invalid_regexp, param_required, param_must_be_numeric, param_invalid, search_too_complex, illegal_date, invalid_field_name, buglist_parameters_required, login_required, object_does_not_exist, search_too_much_text, search_field_operator_invalid, search_invalid_joiner, search_cp_without_op, search_content_without_matches, search_grouped_field_invalid, search_grouped_field_mismatch, search_grouped_invalid_nesting, illegal_pronoun, login_required_for_pronoun, group_not_visible, invalid_group_name, quicksearch_unbalanced_quotes, quicksearch_invalid_query, quicksearch_unknown_field, too_many_groups, search_too_expensive
   * @example Get the open bugs of a product by status and assignee
   * ```ts
   * const { columns, cells } = await alice.bugs.board({
   *   product: 'Widgets', status: '__open__', columns: 'status', rows: 'assigned_to', include_fields: ['id', 'summary'],
   * })
   * for (const { name, count } of columns) console.log(name, count)
   * for (const { column, row, bugs } of cells) console.log(column, row, bugs.map(({ summary }) => summary))
   * ```
   */
  readonly board: <const F extends readonly BugField[] = never, const X extends readonly BugField[] = never>(
    input?: BugsBoardInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<BugsBoardAnswer<Select<Bug, F, X>>>

  /**
   * Returns bugs that a new bug might duplicate: those whose summaries share words with its summary.
   *
   * Those that share the most words are first, newest first among equals. In place of a duplicate, the original is returned.
   *
   * Fails with `param_required` without a summary.
   *
   * @throws param_required, search_too_expensive
   * @example Find possible duplicates of a new bug
   * ```ts
   * const { bugs } = await alice.bugs.possibleDuplicates({ summary: 'It blinks at night', product: 'Widgets' })
   * ```
   */
  readonly possibleDuplicates: <
    const F extends readonly BugField[] = never,
    const X extends readonly BugField[] = never,
  >(
    input: BugsPossibleDuplicatesInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<BugsPossibleDuplicatesAnswer<Select<Bug, F, X>>>
}

/** The input of `bugs.create`. */
export interface BugsCreateInput {
  /** Aliases, each at most 40 characters, not a number, and unique. A string or a list replaces all of them. */
  readonly alias?: string | readonly string[] | null | undefined
  /** Summary of 1 to 255 characters. */
  readonly summary: string
  /** Status in the workflow. */
  readonly status?: string | null | undefined
  /** Resolution. Empty while the bug is open. */
  readonly resolution?: string | null | undefined
  /** Product of the bug. */
  readonly product: string
  /** Component of the product. */
  readonly component: string
  /** Version in which the bug was found. */
  readonly version: string
  /** Target milestone of the product. */
  readonly target_milestone?: string | null | undefined
  /** Operating system. */
  readonly op_sys?: string | null | undefined
  /** Hardware platform. */
  readonly platform?: string | null | undefined
  /** Priority. */
  readonly priority?: string | null | undefined
  /** Severity. */
  readonly severity?: string | null | undefined
  /** Login of the assignee. */
  readonly assigned_to?: string | null | undefined
  /** Login of the QA contact. Empty without one, or if QA contacts are disabled. */
  readonly qa_contact?: string | null | undefined
  /** Logins of users on the CC list. */
  readonly cc?: string | readonly (string | null)[] | null | undefined
  /** IDs or aliases of the bugs that this one blocks. */
  readonly blocks?: string | number | readonly (number | string | null)[] | null | undefined
  /** IDs or aliases of the bugs that this one depends on. */
  readonly depends_on?: string | number | readonly (number | string | null)[] | null | undefined
  /** Keywords, by name. */
  readonly keywords?: string | readonly (string | null)[] | null | undefined
  /** Names of the groups to which the bug is restricted. A new bug without any is restricted to the default groups of the product, with `[]` only to the mandatory ones. */
  readonly groups?: string | readonly (string | null)[] | null | undefined
  /** Flags to set, change or clear. */
  readonly flags?: readonly FlagChange[] | null | undefined
  /** URLs of bugs in this tracker and others. */
  readonly see_also?: string | readonly (string | null)[] | null | undefined
  /** URL related to the bug. */
  readonly url?: string | null | undefined
  /** Free text for notes and labels. */
  readonly whiteboard?: string | null | undefined
  /** Deadline, YYYY-MM-DD; an empty string or null for none. */
  readonly deadline?: string | null | undefined
  /** Users on the CC list can see the bug even if they are not in its groups. */
  readonly is_cc_accessible?: boolean | null | undefined
  /** The reporter can see the bug even if not in its groups. */
  readonly is_creator_accessible?: boolean | null | undefined
  /** Estimated hours, 0 to 99,999.99. Only for members of the time-tracking group. */
  readonly estimated_time?: number | null | undefined
  /** Remaining hours, 0 to 99,999.99. Only for members of the time-tracking group. */
  readonly remaining_time?: number | null | undefined
  /** Text of comment 0, at most 65,535 characters. */
  readonly description?: string | null | undefined
  /** Comment 0 is visible only to insiders. */
  readonly comment_is_private?: boolean | null | undefined
  /** Whether the description is Markdown. */
  readonly is_markdown?: boolean | null | undefined
  /** Tags of comment 0. */
  readonly comment_tags?: string | readonly (string | null)[] | null | undefined
  /** Name of a form, whose `answers` follow the description, each in a section with its label. The bug also gets its `keywords`, which take no right. */
  readonly form?: string | null | undefined
  /** Answers to the form, by the IDs of its elements: a text, or a list for several choices and checked boxes. An element whose ID is the name of a field sets it, with the rights of the caller. */
  readonly answers?: { readonly [name: string]: string | readonly string[] } | null | undefined
  /** Value of a custom field, whose name begins with `cf_`. */
  readonly [customField: `cf_${string}`]: string | number | Date | readonly string[] | null
}

/** The answer of `bugs.create`. */
export interface BugsCreateAnswer {
  /** ID of the bug. */
  id: number
}

/** The input of `bugs.get`. */
export interface BugsGetInput {
  /** IDs and aliases. */
  readonly ids: readonly (number | string)[]
  /** Report failures in `faults` instead of an error. */
  readonly permissive?: boolean | undefined
}

/** The answer of `bugs.get`. */
export interface BugsGetAnswer<T = Bug> {
  /** Bugs in the requested order, each once. */
  bugs: T[]
  /** Failed lookups; only with `permissive`. */
  faults: Fault[]
}

/** The input of `bugs.update`. */
export interface BugsUpdateInput {
  /** Aliases, each at most 40 characters, not a number, and unique. A string or a list replaces all of them. */
  readonly alias?:
    | string
    | readonly string[]
    | {
        /** Values to add. */
        readonly add?: string | readonly string[] | undefined
        /** Values to remove. */
        readonly remove?: string | readonly string[] | undefined
        /** The complete new list. Overrides add and remove. */
        readonly set?: string | readonly string[] | undefined
      }
    | null
    | undefined
  /** Summary of 1 to 255 characters. */
  readonly summary?: string | null | undefined
  /** Status in the workflow. */
  readonly status?: string | null | undefined
  /** Resolution. Empty while the bug is open. */
  readonly resolution?: string | null | undefined
  /** Product of the bug. */
  readonly product?: string | null | undefined
  /** Component of the product. */
  readonly component?: string | null | undefined
  /** Version in which the bug was found. */
  readonly version?: string | null | undefined
  /** Target milestone of the product. */
  readonly target_milestone?: string | null | undefined
  /** Operating system. */
  readonly op_sys?: string | null | undefined
  /** Hardware platform. */
  readonly platform?: string | null | undefined
  /** Priority. */
  readonly priority?: string | null | undefined
  /** Severity. */
  readonly severity?: string | null | undefined
  /** Login of the assignee. */
  readonly assigned_to?: string | null | undefined
  /** Login of the QA contact. Empty without one, or if QA contacts are disabled. */
  readonly qa_contact?: string | null | undefined
  /** Logins of users on the CC list. */
  readonly cc?: NamesChange | undefined
  /** IDs or aliases of the bugs that this one blocks. */
  readonly blocks?: BugsChange | undefined
  /** IDs or aliases of the bugs that this one depends on. */
  readonly depends_on?: BugsChange | undefined
  /** ID or alias of the bug that this one duplicates. */
  readonly dupe_of?: number | string | null | undefined
  /** Keywords, by name. */
  readonly keywords?:
    | {
        /** Values to add. */
        readonly add?: string | readonly (string | null)[] | undefined
        /** Values to remove. */
        readonly remove?: string | readonly (string | null)[] | undefined
        /** The complete new list. Overrides add and remove. */
        readonly set?: string | readonly (string | null)[] | undefined
      }
    | undefined
  /** Names of the groups to which the bug is restricted. A new bug without any is restricted to the default groups of the product, with `[]` only to the mandatory ones. */
  readonly groups?:
    | {
        /** Values to add. */
        readonly add?: string | readonly (string | null)[] | undefined
        /** Values to remove. */
        readonly remove?: string | readonly (string | null)[] | undefined
      }
    | undefined
  /** Flags to set, change or clear. */
  readonly flags?: readonly FlagChange[] | null | undefined
  /** URLs of bugs in this tracker and others. */
  readonly see_also?:
    | {
        /** Values to add. */
        readonly add?: string | readonly (string | null)[] | undefined
        /** Values to remove. */
        readonly remove?: string | readonly (string | null)[] | undefined
      }
    | undefined
  /** URL related to the bug. */
  readonly url?: string | null | undefined
  /** Free text for notes and labels. */
  readonly whiteboard?: string | null | undefined
  /** Deadline, YYYY-MM-DD; an empty string or null for none. */
  readonly deadline?: string | null | undefined
  /** Users on the CC list can see the bug even if they are not in its groups. */
  readonly is_cc_accessible?: boolean | null | undefined
  /** The reporter can see the bug even if not in its groups. */
  readonly is_creator_accessible?: boolean | null | undefined
  /** Estimated hours, 0 to 99,999.99. Only for members of the time-tracking group. */
  readonly estimated_time?: number | null | undefined
  /** Remaining hours, 0 to 99,999.99. Only for members of the time-tracking group. */
  readonly remaining_time?: number | null | undefined
  /** IDs and aliases. */
  readonly ids: readonly (number | string)[]
  /** Comment to add to each bug. */
  readonly comment?:
    | {
        /** Text, at most 65,535 characters. */
        readonly body?: string | undefined
        /** Alias of `body`. */
        readonly comment?: string | undefined
        /** The comment is visible only to insiders. */
        readonly is_private?: boolean | undefined
        /** Whether the comment is Markdown. */
        readonly is_markdown?: boolean | undefined
      }
    | undefined
  /** Tags of the added comment. */
  readonly comment_tags?: string | readonly (string | null)[] | null | undefined
  /** Whether comments are private, by comment ID. */
  readonly comment_is_private?: { readonly [name: string]: boolean } | undefined
  /** Hours worked, -99,999.99 to 99,999.99, which are subtracted from the remaining hours. Only for members of the time-tracking group. */
  readonly work_time?: number | undefined
  /** Set the assignee to the default assignee of the component. */
  readonly reset_assigned_to?: boolean | undefined
  /** Set the QA contact to the default QA contact of the component. */
  readonly reset_qa_contact?: boolean | undefined
  /** Whether the caller is excluded from email about the bugs. */
  readonly bug_ignored?: boolean | undefined
  /** Send no email about the update. Without effect on bugs in whose products the caller lacks `editbugs`. */
  readonly minor_update?: boolean | undefined
  /** Update only bugs whose last change was at this time; without a fraction, within this second. */
  readonly expected_last_change_time?: Date | undefined
  /** Only report the changes and rejections. Nothing is changed, and no notifications are sent. */
  readonly dry_run?: boolean | undefined
  /** Update only a bug that is still in the state of this token. */
  readonly update_token?: string | undefined
  /** Value of a custom field, whose name begins with `cf_`. */
  readonly [customField: `cf_${string}`]: string | number | Date | readonly string[] | null
}

/** The answer of `bugs.update`. */
export interface BugsUpdateAnswer {
  /** Changes of each bug, in the requested order. */
  bugs: ChangedBug[]
  /** The first rejection of each bug. Only with `dry_run`. */
  faults?: Refusal[]
}

/** The input of `bugs.delete`. */
export interface BugsDeleteInput {
  /** IDs and aliases of the bugs, at most 100. */
  readonly ids: readonly (number | string)[]
  /** Reason for the audit log, 1 to 1,000 characters. Do not repeat the erased content. */
  readonly reason: string
}

/** The answer of `bugs.delete`. */
export interface BugsDeleteAnswer {
  /** The deleted bugs, in the requested order. */
  bugs: DeletedBug[]
}

/** The input of `bugs.history`. */
export interface BugsHistoryInput {
  /** IDs and aliases. */
  readonly ids: readonly (number | string)[]
  /** Only changes after this time. */
  readonly new_since?: Date | undefined
}

/** The answer of `bugs.history`. */
export interface BugsHistoryAnswer<T = BugHistory> {
  /** Bugs in the requested order. */
  bugs: T[]
}

/** The input of `bugs.view`. */
export interface BugsViewInput {
  /** ID or alias of the bug. */
  readonly id: number | string
  /** Number of comments, counted from the last one. The description is always included. Defaults to all. */
  readonly comments?: number | undefined
  /** Number within the bug of the last comment to return. Defaults to the last one. */
  readonly comments_until?: number | undefined
}

/** The answer of `bugs.view`. */
export interface BugsViewAnswer {
  /** The bug, as returned by Get Bug. */
  bug: Bug
  /** Description and comments, oldest first. */
  comments: ShownComment[]
  /** IDs of the returned comments whose text the caller can edit. */
  editable_comments: number[]
  /** Number of comments that the caller can see, including the description. */
  comment_count: number
  /** Changes, oldest first. */
  history: HistoryEntry[]
  /** Attachments, by ID. */
  attachments: AttachmentWithoutData[]
  /** Links to commits and pull requests, oldest first. */
  code_links: CodeLink[]
  /** Bugs that the caller can see and to which its fields or the returned comments refer, by ID; of those in comments the first 100. */
  related: RelatedBug[]
  /** Users in the bug, its comments, history and attachments, by ID; empty for anonymous callers. */
  people: Person[]
  /** Permissions of the caller on the bug. */
  can: PermittedInBug
  /** Whether the caller follows the bug (true), muted it (false), or neither. */
  following: boolean | null
  /** Whether the caller stopped following the bug. */
  following_off: boolean
  /** The time up to which the caller has seen the bug; null if they never have. */
  seen_until: Date | null
  /** Whether the caller has seen all changes, so that recording a visit would mark nothing in the inbox. */
  is_seen: boolean
  /** For visits.record: which changes of the bug this response contains. */
  seen: string
}

/** The input of `bugs.people`. */
export interface BugsPeopleInput {
  /** ID or alias of the bug. */
  readonly id: number | string
  /** Beginning of a login or part of a real name, ignoring case. */
  readonly match: string
  /** Whether the comment is private. */
  readonly is_private?: boolean | undefined
  /** Maximum number of users. */
  readonly limit?: number | undefined
}

/** The answer of `bugs.people`. */
export interface BugsPeopleAnswer {
  /** Users, by login. */
  people: MentionablePerson[]
}

/** The input of `bugs.graph`. */
export interface BugsGraphInput {
  /** ID or alias of the bug. */
  readonly id: number | string
  /** Maximum number of steps away from the bug, 1 to 5. Defaults to 3. */
  readonly depth?: number | undefined
  /** Exclude closed bugs other than the bug itself, and paths through them. */
  readonly open_only?: boolean | undefined
}

/** The answer of `bugs.graph`. */
export interface BugsGraphAnswer {
  /** The bug itself, then the others, nearest first. */
  bugs: BugInGraph[]
  /** Dependencies between these bugs, those of the nearest bugs first. */
  edges: Dependency[]
  /** Whether there are more bugs or dependencies within this depth. */
  cut: boolean
}

/** The input of `bugs.search`. */
export interface BugsSearchInput {
  /** Aliases, any of which matches. */
  readonly alias?: string | readonly string[] | undefined
  /** Part of the summary, not split at spaces. */
  readonly summary?: string | readonly string[] | undefined
  /** Names of statuses; `__open__`, `__closed__` and `__all__` stand for several. */
  readonly status?: string | readonly string[] | undefined
  /** `''` and `'---'` find open bugs. */
  readonly resolution?: string | readonly string[] | undefined
  /** Whether they are open. */
  readonly is_open?: SearchValue | undefined
  /** The bug was confirmed: it has had an open status other than UNCONFIRMED. */
  readonly is_confirmed?: SearchValue | undefined
  /** Product of the bug. */
  readonly product?: string | readonly string[] | undefined
  /** Component. `%user%` means the components of which the caller is the default assignee or QA contact, or which they follow: the first 50, by product. */
  readonly component?: string | readonly string[] | undefined
  /** Names of classifications. */
  readonly classification?: SearchValue | undefined
  /** Version in which the bug was found. */
  readonly version?: string | readonly string[] | undefined
  /** Target milestone of the product. */
  readonly target_milestone?: string | readonly string[] | undefined
  /** Operating system. */
  readonly op_sys?: string | readonly string[] | undefined
  /** Hardware platform. */
  readonly platform?: string | readonly string[] | undefined
  /** Priority. */
  readonly priority?: string | readonly string[] | undefined
  /** Severity. */
  readonly severity?: string | readonly string[] | undefined
  /** Login of the assignee. */
  readonly assigned_to?: string | readonly string[] | undefined
  /** Login of the reporter. */
  readonly creator?: string | readonly string[] | undefined
  /** Logins of QA contacts. */
  readonly qa_contact?: string | readonly string[] | undefined
  /** Logins of users on the CC list. */
  readonly cc?: SearchValue | undefined
  /** IDs or aliases of the bugs that they block. */
  readonly blocks?: SearchValue | undefined
  /** IDs or aliases of the bugs that they depend on. */
  readonly depends_on?: SearchValue | undefined
  /** Bugs whose duplicates are found. */
  readonly dupe_of?: SearchValue | undefined
  /** All of these keywords. */
  readonly keywords?: SearchValue | undefined
  /** Names of groups to which the bugs are restricted. */
  readonly groups?: SearchValue | undefined
  /** URLs of bugs in other trackers. */
  readonly see_also?: SearchValue | undefined
  /** URL related to the bug. */
  readonly url?: string | readonly string[] | undefined
  /** Part of the whiteboard. */
  readonly whiteboard?: string | readonly string[] | undefined
  /** Deadline, YYYY-MM-DD. */
  readonly deadline?: SearchValue | undefined
  /** Created at or after this time. */
  readonly creation_time?: Date | undefined
  /** Last changed at or after this time. */
  readonly last_change_time?: Date | undefined
  /** Users on the CC list can see the bug even if they are not in its groups. */
  readonly is_cc_accessible?: SearchValue | undefined
  /** The reporter can see the bug even if not in its groups. */
  readonly is_creator_accessible?: SearchValue | undefined
  /** IDs, also comma-separated. */
  readonly id?: number | string | readonly (number | string)[] | undefined
  /** Maximum number of bugs; 0 for all. Defaults to, and is at most, the parameter max_search_results. */
  readonly limit?: number | undefined
  /** Number of bugs to skip. Requires `limit`. */
  readonly offset?: number | undefined
  /** Position, instead of `offset`: `*` at first, then the last `next_cursor`. Not affected by bugs that appear or disappear. */
  readonly cursor?: string | undefined
  /** Personal tags of the caller. */
  readonly tags?: string | readonly string[] | undefined
  /** Quicksearch, such as `crash assigned_to:bob -product:Gadgets`. */
  readonly quicksearch?: string | undefined
  /** Name of a saved search of the caller. Its criteria are combined with the others. */
  readonly savedsearch?: string | undefined
  /** Alias of `savedsearch`. */
  readonly namedcmd?: string | undefined
  /** ID of the user who saved the search and shares it with a group of the caller. Defaults to the caller. */
  readonly sharer_id?: number | undefined
  /** Fields, optionally followed by ` ASC` or ` DESC`, comma-separated. Defaults to `id`, which also breaks ties. */
  readonly order?: string | readonly string[] | undefined
  /** Return only the number of bugs. */
  readonly count_only?: boolean | undefined
  /** Return the number of bugs even if a limit cuts the result. */
  readonly count_total?: boolean | undefined
  /** With `count_total`: stop counting at this number, which is then returned as `total_matches`. */
  readonly count_up_to?: number | undefined
  /** Words that must all be in one comment. */
  readonly longdesc?: SearchValue | undefined
  /** Words that must all be in the summary, or in all visible comments together. */
  readonly content?: SearchValue | undefined
  /** How to combine the charts: AND (default), OR, AND_G. */
  readonly j_top?: SearchValue | undefined
  /** Field of the first chart; further charts use `f2`, `f3` …, likewise for `o1`, `v1` and `n1`. */
  readonly f1?: SearchValue | undefined
  /** Operator of the chart, such as `equals`, `substring`, `regexp`, `changedafter`. */
  readonly o1?: SearchValue | undefined
  /** Value of the chart. */
  readonly v1?: SearchValue | undefined
  /** Negate the chart. */
  readonly n1?: SearchValue | undefined
  readonly [customField: `cf_${string}`]: SearchValue
  /** The same as `work_time`. Hours worked. For time trackers. */
  readonly actual_time?: SearchValue | undefined
  /** How `actual_time` is compared, such as `substring` or `notequals`. */
  readonly actual_time_type?: SearchValue | undefined
  /** How `alias` is compared, such as `substring` or `notequals`. */
  readonly alias_type?: SearchValue | undefined
  /** Real name of the assignee. */
  readonly assigned_to_realname?: SearchValue | undefined
  /** How `assigned_to_realname` is compared, such as `substring` or `notequals`. */
  readonly assigned_to_realname_type?: SearchValue | undefined
  /** How `assigned_to` is compared, such as `substring` or `notequals`. */
  readonly assigned_to_type?: SearchValue | undefined
  /** Content of an attachment, as text. */
  readonly 'attach_data.thedata'?: SearchValue | undefined
  /** How `attach_data.thedata` is compared, such as `substring` or `notequals`. */
  readonly 'attach_data.thedata_type'?: SearchValue | undefined
  /** Description of an attachment. */
  readonly 'attachments.description'?: SearchValue | undefined
  /** How `attachments.description` is compared, such as `substring` or `notequals`. */
  readonly 'attachments.description_type'?: SearchValue | undefined
  /** File name of an attachment. */
  readonly 'attachments.filename'?: SearchValue | undefined
  /** How `attachments.filename` is compared, such as `substring` or `notequals`. */
  readonly 'attachments.filename_type'?: SearchValue | undefined
  /** Whether an attachment is obsolete. */
  readonly 'attachments.isobsolete'?: SearchValue | undefined
  /** How `attachments.isobsolete` is compared, such as `substring` or `notequals`. */
  readonly 'attachments.isobsolete_type'?: SearchValue | undefined
  /** Whether an attachment is a patch. */
  readonly 'attachments.ispatch'?: SearchValue | undefined
  /** How `attachments.ispatch` is compared, such as `substring` or `notequals`. */
  readonly 'attachments.ispatch_type'?: SearchValue | undefined
  /** Whether an attachment is private. */
  readonly 'attachments.isprivate'?: SearchValue | undefined
  /** How `attachments.isprivate` is compared, such as `substring` or `notequals`. */
  readonly 'attachments.isprivate_type'?: SearchValue | undefined
  /** The content type of an attachment, such as `image/png`. */
  readonly 'attachments.mimetype'?: SearchValue | undefined
  /** How `attachments.mimetype` is compared, such as `substring` or `notequals`. */
  readonly 'attachments.mimetype_type'?: SearchValue | undefined
  /** Login of the creator of an attachment. */
  readonly 'attachments.submitter'?: SearchValue | undefined
  /** How `attachments.submitter` is compared, such as `substring` or `notequals`. */
  readonly 'attachments.submitter_type'?: SearchValue | undefined
  /** The same as `attach_data.thedata`. Content of an attachment, as text. */
  readonly 'attachments.thedata'?: SearchValue | undefined
  /** How `attachments.thedata` is compared, such as `substring` or `notequals`. */
  readonly 'attachments.thedata_type'?: SearchValue | undefined
  /** The same as `blocks`. IDs of the bugs that this one blocks and the caller can see: open ones first, then by ID. */
  readonly blocked?: SearchValue | undefined
  /** How `blocked` is compared, such as `substring` or `notequals`. */
  readonly blocked_type?: SearchValue | undefined
  /** How `blocks` is compared, such as `substring` or `notequals`. */
  readonly blocks_type?: SearchValue | undefined
  /** The same as `url`. URL related to the bug. */
  readonly bug_file_loc?: SearchValue | undefined
  /** How `bug_file_loc` is compared, such as `substring` or `notequals`. */
  readonly bug_file_loc_type?: SearchValue | undefined
  /** The same as `groups`. Names of the groups to which the bug is restricted: system groups first, then by name. */
  readonly bug_group?: SearchValue | undefined
  /** How `bug_group` is compared, such as `substring` or `notequals`. */
  readonly bug_group_type?: SearchValue | undefined
  /** The same as `id`. ID of the bug. */
  readonly bug_id?: SearchValue | undefined
  /** How `bug_id` is compared, such as `substring` or `notequals`. */
  readonly bug_id_type?: SearchValue | undefined
  /** The same as `severity`. Severity. */
  readonly bug_severity?: SearchValue | undefined
  /** How `bug_severity` is compared, such as `substring` or `notequals`. */
  readonly bug_severity_type?: SearchValue | undefined
  /** The same as `status`. Status in the workflow. */
  readonly bug_status?: SearchValue | undefined
  /** How `bug_status` is compared, such as `substring` or `notequals`. */
  readonly bug_status_type?: SearchValue | undefined
  /** `nowords` or `exclude`: all bugs except those of `id`. */
  readonly bugidtype?: SearchValue | undefined
  /** How `cc` is compared, such as `substring` or `notequals`. */
  readonly cc_type?: SearchValue | undefined
  /** The same as `is_cc_accessible`. Users on the CC list can see the bug even if they are not in its groups. */
  readonly cclist_accessible?: SearchValue | undefined
  /** How `cclist_accessible` is compared, such as `substring` or `notequals`. */
  readonly cclist_accessible_type?: SearchValue | undefined
  /** The same as `days_elapsed`. Whole days since the last change. */
  readonly changedin?: SearchValue | undefined
  /** How `changedin` is compared, such as `substring` or `notequals`. */
  readonly changedin_type?: SearchValue | undefined
  /** Names of fields that have changed; `[Bug creation]` for new bugs. */
  readonly chfield?: SearchValue | undefined
  /** Changed then or later: a date, or how long ago, such as `7d`. */
  readonly chfieldfrom?: SearchValue | undefined
  /** Changed then or before: a date, or how long ago; `Now`. */
  readonly chfieldto?: SearchValue | undefined
  /** Changed to this value. */
  readonly chfieldvalue?: SearchValue | undefined
  /** How `classification` is compared, such as `substring` or `notequals`. */
  readonly classification_type?: SearchValue | undefined
  /** A part of the title or URL of a linked commit or pull request. */
  readonly code_link?: SearchValue | undefined
  /** Repository of a link to code, such as `github.com/owner/name`. */
  readonly 'code_link.repository'?: SearchValue | undefined
  /** How `code_link.repository` is compared, such as `substring` or `notequals`. */
  readonly 'code_link.repository_type'?: SearchValue | undefined
  /** State of a link to code: `open`, `draft`, `merged`, `closed` or `pushed`. */
  readonly 'code_link.state'?: SearchValue | undefined
  /** How `code_link.state` is compared, such as `substring` or `notequals`. */
  readonly 'code_link.state_type'?: SearchValue | undefined
  /** How `code_link` is compared, such as `substring` or `notequals`. */
  readonly code_link_type?: SearchValue | undefined
  /** Tag of a comment. */
  readonly comment_tag?: SearchValue | undefined
  /** How `comment_tag` is compared, such as `substring` or `notequals`. */
  readonly comment_tag_type?: SearchValue | undefined
  /** Logins of the authors of comments that the caller can see. */
  readonly commenter?: SearchValue | undefined
  /** How `commenter` is compared, such as `substring` or `notequals`. */
  readonly commenter_type?: SearchValue | undefined
  /** How `component` is compared, such as `substring` or `notequals`. */
  readonly component_type?: SearchValue | undefined
  /** How `content` is compared, such as `substring` or `notequals`. */
  readonly content_type?: SearchValue | undefined
  /** How `creation_time` is compared, such as `substring` or `notequals`. */
  readonly creation_time_type?: SearchValue | undefined
  /** The same as `creation_time`. Time when the bug was filed. */
  readonly creation_ts?: SearchValue | undefined
  /** How `creation_ts` is compared, such as `substring` or `notequals`. */
  readonly creation_ts_type?: SearchValue | undefined
  /** How `creator` is compared, such as `substring` or `notequals`. */
  readonly creator_type?: SearchValue | undefined
  /** Whole days since the last change. */
  readonly days_elapsed?: SearchValue | undefined
  /** How `days_elapsed` is compared, such as `substring` or `notequals`. */
  readonly days_elapsed_type?: SearchValue | undefined
  /** How `deadline` is compared, such as `substring` or `notequals`. */
  readonly deadline_type?: SearchValue | undefined
  /** Due on this day or later. */
  readonly deadlinefrom?: SearchValue | undefined
  /** Due on this day or before. */
  readonly deadlineto?: SearchValue | undefined
  /** The same as `last_change_time`. Time of the last change. */
  readonly delta_ts?: SearchValue | undefined
  /** How `delta_ts` is compared, such as `substring` or `notequals`. */
  readonly delta_ts_type?: SearchValue | undefined
  /** How `depends_on` is compared, such as `substring` or `notequals`. */
  readonly depends_on_type?: SearchValue | undefined
  /** The same as `depends_on`. IDs of the bugs that this one depends on and the caller can see: open ones first, then by ID. */
  readonly dependson?: SearchValue | undefined
  /** How `dependson` is compared, such as `substring` or `notequals`. */
  readonly dependson_type?: SearchValue | undefined
  /** The same as `dupe_of`. ID of the bug that this one duplicates, if the caller can see it. */
  readonly dup_id?: SearchValue | undefined
  /** How `dup_id` is compared, such as `substring` or `notequals`. */
  readonly dup_id_type?: SearchValue | undefined
  /** How `dupe_of` is compared, such as `substring` or `notequals`. */
  readonly dupe_of_type?: SearchValue | undefined
  /** Estimated hours. Only for members of the time-tracking group. */
  readonly estimated_time?: SearchValue | undefined
  /** How `estimated_time` is compared, such as `substring` or `notequals`. */
  readonly estimated_time_type?: SearchValue | undefined
  /** The same as `is_confirmed`. The bug was confirmed: it has had an open status other than UNCONFIRMED. */
  readonly everconfirmed?: SearchValue | undefined
  /** How `everconfirmed` is compared, such as `substring` or `notequals`. */
  readonly everconfirmed_type?: SearchValue | undefined
  /** A flag with its status, such as `review?`. */
  readonly 'flagtypes.name'?: SearchValue | undefined
  /** How `flagtypes.name` is compared, such as `substring` or `notequals`. */
  readonly 'flagtypes.name_type'?: SearchValue | undefined
  /** How `groups` is compared, such as `substring` or `notequals`. */
  readonly groups_type?: SearchValue | undefined
  /** How `id` is compared, such as `substring` or `notequals`. */
  readonly id_type?: SearchValue | undefined
  /** How `is_cc_accessible` is compared, such as `substring` or `notequals`. */
  readonly is_cc_accessible_type?: SearchValue | undefined
  /** How `is_confirmed` is compared, such as `substring` or `notequals`. */
  readonly is_confirmed_type?: SearchValue | undefined
  /** How `is_creator_accessible` is compared, such as `substring` or `notequals`. */
  readonly is_creator_accessible_type?: SearchValue | undefined
  /** How `is_open` is compared, such as `substring` or `notequals`. */
  readonly is_open_type?: SearchValue | undefined
  /** How `keywords` is compared, such as `substring` or `notequals`. */
  readonly keywords_type?: SearchValue | undefined
  /** How `last_change_time` is compared, such as `substring` or `notequals`. */
  readonly last_change_time_type?: SearchValue | undefined
  /** Last visit of the bug by the caller. */
  readonly last_visit_ts?: SearchValue | undefined
  /** How `last_visit_ts` is compared, such as `substring` or `notequals`. */
  readonly last_visit_ts_type?: SearchValue | undefined
  /** The same as `longdesc`. Text of a comment, including the description. */
  readonly long_desc?: SearchValue | undefined
  /** How `long_desc` is compared, such as `substring` or `notequals`. */
  readonly long_desc_type?: SearchValue | undefined
  /** How `longdesc` is compared, such as `substring` or `notequals`. */
  readonly longdesc_type?: SearchValue | undefined
  /** Number of comments. */
  readonly 'longdescs.count'?: SearchValue | undefined
  /** How `longdescs.count` is compared, such as `substring` or `notequals`. */
  readonly 'longdescs.count_type'?: SearchValue | undefined
  /** Whether a comment is private. */
  readonly 'longdescs.isprivate'?: SearchValue | undefined
  /** How `longdescs.isprivate` is compared, such as `substring` or `notequals`. */
  readonly 'longdescs.isprivate_type'?: SearchValue | undefined
  /** How `op_sys` is compared, such as `substring` or `notequals`. */
  readonly op_sys_type?: SearchValue | undefined
  /** Time since the assignee last changed the bug: `2w`, compared by `greaterthan` or `lessthan`. */
  readonly owner_idle_time?: SearchValue | undefined
  /** How `owner_idle_time` is compared, such as `substring` or `notequals`. */
  readonly owner_idle_time_type?: SearchValue | undefined
  /** Hours worked as a percentage of worked and remaining hours, 0 to 100. For time trackers. */
  readonly percentage_complete?: SearchValue | undefined
  /** How `percentage_complete` is compared, such as `substring` or `notequals`. */
  readonly percentage_complete_type?: SearchValue | undefined
  /** How `platform` is compared, such as `substring` or `notequals`. */
  readonly platform_type?: SearchValue | undefined
  /** How `priority` is compared, such as `substring` or `notequals`. */
  readonly priority_type?: SearchValue | undefined
  /** How `product` is compared, such as `substring` or `notequals`. */
  readonly product_type?: SearchValue | undefined
  /** Real name of the QA contact. */
  readonly qa_contact_realname?: SearchValue | undefined
  /** How `qa_contact_realname` is compared, such as `substring` or `notequals`. */
  readonly qa_contact_realname_type?: SearchValue | undefined
  /** How `qa_contact` is compared, such as `substring` or `notequals`. */
  readonly qa_contact_type?: SearchValue | undefined
  /** Remaining hours. Only for members of the time-tracking group. */
  readonly remaining_time?: SearchValue | undefined
  /** How `remaining_time` is compared, such as `substring` or `notequals`. */
  readonly remaining_time_type?: SearchValue | undefined
  /** The same as `platform`. Hardware platform. */
  readonly rep_platform?: SearchValue | undefined
  /** How `rep_platform` is compared, such as `substring` or `notequals`. */
  readonly rep_platform_type?: SearchValue | undefined
  /** The same as `creator`. Login of the reporter. */
  readonly reporter?: SearchValue | undefined
  /** The same as `is_creator_accessible`. The reporter can see the bug even if not in its groups. */
  readonly reporter_accessible?: SearchValue | undefined
  /** How `reporter_accessible` is compared, such as `substring` or `notequals`. */
  readonly reporter_accessible_type?: SearchValue | undefined
  /** Real name of the reporter. */
  readonly reporter_realname?: SearchValue | undefined
  /** How `reporter_realname` is compared, such as `substring` or `notequals`. */
  readonly reporter_realname_type?: SearchValue | undefined
  /** How `reporter` is compared, such as `substring` or `notequals`. */
  readonly reporter_type?: SearchValue | undefined
  /** Login of the requestee of a flag. */
  readonly 'requestees.login_name'?: SearchValue | undefined
  /** How `requestees.login_name` is compared, such as `substring` or `notequals`. */
  readonly 'requestees.login_name_type'?: SearchValue | undefined
  /** How `resolution` is compared, such as `substring` or `notequals`. */
  readonly resolution_type?: SearchValue | undefined
  /** How `see_also` is compared, such as `substring` or `notequals`. */
  readonly see_also_type?: SearchValue | undefined
  /** Login of the setter of a flag. */
  readonly 'setters.login_name'?: SearchValue | undefined
  /** How `setters.login_name` is compared, such as `substring` or `notequals`. */
  readonly 'setters.login_name_type'?: SearchValue | undefined
  /** How `severity` is compared, such as `substring` or `notequals`. */
  readonly severity_type?: SearchValue | undefined
  /** The same as `summary`. Summary of 1 to 255 characters. */
  readonly short_desc?: SearchValue | undefined
  /** How `short_desc` is compared, such as `substring` or `notequals`. */
  readonly short_desc_type?: SearchValue | undefined
  /** How `status` is compared, such as `substring` or `notequals`. */
  readonly status_type?: SearchValue | undefined
  /** The same as `whiteboard`. Free text for notes and labels. */
  readonly status_whiteboard?: SearchValue | undefined
  /** How `status_whiteboard` is compared, such as `substring` or `notequals`. */
  readonly status_whiteboard_type?: SearchValue | undefined
  /** How `summary` is compared, such as `substring` or `notequals`. */
  readonly summary_type?: SearchValue | undefined
  /** The caller's personal tags. */
  readonly tag?: SearchValue | undefined
  /** How `tag` is compared, such as `substring` or `notequals`. */
  readonly tag_type?: SearchValue | undefined
  /** How `tags` is compared, such as `substring` or `notequals`. */
  readonly tags_type?: SearchValue | undefined
  /** How `target_milestone` is compared, such as `substring` or `notequals`. */
  readonly target_milestone_type?: SearchValue | undefined
  /** How `url` is compared, such as `substring` or `notequals`. */
  readonly url_type?: SearchValue | undefined
  /** How `version` is compared, such as `substring` or `notequals`. */
  readonly version_type?: SearchValue | undefined
  /** Number of users who reacted to the description with +1; 0 while it is private. Only if `include_fields` names it. */
  readonly votes?: SearchValue | undefined
  /** How `votes` is compared, such as `substring` or `notequals`. */
  readonly votes_type?: SearchValue | undefined
  /** How `whiteboard` is compared, such as `substring` or `notequals`. */
  readonly whiteboard_type?: SearchValue | undefined
  /** Hours worked. For time trackers. */
  readonly work_time?: SearchValue | undefined
  /** How `work_time` is compared, such as `substring` or `notequals`. */
  readonly work_time_type?: SearchValue | undefined
  /** Charts, such as `f1`, `o1`, `v1`. */
  readonly [name: `${'f' | 'o' | 'v' | 'n' | 'j' | 'negate'}${number}`]: SearchValue | undefined
  /** Charts in the way of older clients. */
  readonly [name: `${'field' | 'type' | 'value'}${number}-${number}-${number}`]: SearchValue | undefined
  /** People in several roles at once. */
  readonly [name: `email${'' | 'type' | 'assigned_to' | 'reporter' | 'qa_contact' | 'cc' | 'longdesc'}${number}`]:
    SearchValue | undefined
}

/** The answer of `bugs.search`. */
export interface BugsSearchAnswer<T = Bug> {
  /** The found bugs. */
  bugs: T[]
  /** Always empty. */
  faults: never[]
  /** Limit that cut the response; absent if it is complete from the offset on. */
  limit?: string
  /** Offset of a cut response. */
  offset?: number
  /** Total number of results; absent if unknown. */
  total_matches?: number
  /** Position of the next page; with `cursor`, if there is more. */
  next_cursor?: string
  /** Number of bugs. Only with `count_only`. */
  bug_count?: number
  /** Unknown parameters, at most 100. Only if they are ignored instead of rejected. */
  ignored?: string[]
}

/** The input of `bugs.count`. */
export interface BugsCountInput extends BugsSearchInput {
  /** Count by this field: product, component, version, target_milestone, status, resolution, priority, severity, platform, op_sys, assigned_to, creator, qa_contact, is_open, keywords, or a custom field with a single value out of several. */
  readonly x?: string | undefined
  /** Within each value of `x`, count by this field too. */
  readonly y?: string | undefined
  /** Count by days, weeks (from Monday) or months, in UTC. */
  readonly over?: 'day' | 'week' | 'month' | undefined
  /** Time field for `over`. Defaults to creation_time. */
  readonly time?: 'creation_time' | 'last_change_time' | undefined
  readonly [customField: `cf_${string}`]: SearchValue
}

/** The answer of `bugs.count`. */
export interface BugsCountAnswer {
  /** Total number of bugs. */
  total: number
  /** Values of the field `x` that occur; empty without `x`. */
  x: string[]
  /** Values of the field `y` that occur; empty without `y`. */
  y: string[]
  /** For each value of `x`, one count for each value of `y`, or a single one without `y`. Empty with `over`. */
  counts: number[][]
  /** Periods, from the first with a bug to the last. Only with `over`. */
  buckets?: BugCountBucket[]
  /** Unknown parameters, at most 100. Only if they are ignored instead of rejected. */
  ignored?: string[]
}

/** The input of `bugs.trend`. */
export interface BugsTrendInput {
  /** Aliases, any of which matches. */
  readonly alias?: string | readonly string[] | undefined
  /** Part of the summary, not split at spaces. */
  readonly summary?: string | readonly string[] | undefined
  /** Names of statuses; `__open__`, `__closed__` and `__all__` stand for several. */
  readonly status?: string | readonly string[] | undefined
  /** `''` and `'---'` find open bugs. */
  readonly resolution?: string | readonly string[] | undefined
  /** Whether they are open. */
  readonly is_open?: SearchValue | undefined
  /** The bug was confirmed: it has had an open status other than UNCONFIRMED. */
  readonly is_confirmed?: SearchValue | undefined
  /** Product of the bug. */
  readonly product?: string | readonly string[] | undefined
  /** Component. `%user%` means the components of which the caller is the default assignee or QA contact, or which they follow: the first 50, by product. */
  readonly component?: string | readonly string[] | undefined
  /** Names of classifications. */
  readonly classification?: SearchValue | undefined
  /** Version in which the bug was found. */
  readonly version?: string | readonly string[] | undefined
  /** Target milestone of the product. */
  readonly target_milestone?: string | readonly string[] | undefined
  /** Operating system. */
  readonly op_sys?: string | readonly string[] | undefined
  /** Hardware platform. */
  readonly platform?: string | readonly string[] | undefined
  /** Priority. */
  readonly priority?: string | readonly string[] | undefined
  /** Severity. */
  readonly severity?: string | readonly string[] | undefined
  /** Login of the assignee. */
  readonly assigned_to?: string | readonly string[] | undefined
  /** Login of the reporter. */
  readonly creator?: string | readonly string[] | undefined
  /** Logins of QA contacts. */
  readonly qa_contact?: string | readonly string[] | undefined
  /** Logins of users on the CC list. */
  readonly cc?: SearchValue | undefined
  /** IDs or aliases of the bugs that they block. */
  readonly blocks?: SearchValue | undefined
  /** IDs or aliases of the bugs that they depend on. */
  readonly depends_on?: SearchValue | undefined
  /** Bugs whose duplicates are found. */
  readonly dupe_of?: SearchValue | undefined
  /** All of these keywords. */
  readonly keywords?: SearchValue | undefined
  /** Names of groups to which the bugs are restricted. */
  readonly groups?: SearchValue | undefined
  /** URLs of bugs in other trackers. */
  readonly see_also?: SearchValue | undefined
  /** URL related to the bug. */
  readonly url?: string | readonly string[] | undefined
  /** Part of the whiteboard. */
  readonly whiteboard?: string | readonly string[] | undefined
  /** Deadline, YYYY-MM-DD. */
  readonly deadline?: SearchValue | undefined
  /** Created at or after this time. */
  readonly creation_time?: Date | undefined
  /** Last changed at or after this time. */
  readonly last_change_time?: Date | undefined
  /** Users on the CC list can see the bug even if they are not in its groups. */
  readonly is_cc_accessible?: SearchValue | undefined
  /** The reporter can see the bug even if not in its groups. */
  readonly is_creator_accessible?: SearchValue | undefined
  /** IDs, also comma-separated. */
  readonly id?: number | string | readonly (number | string)[] | undefined
  /** Maximum number of bugs; 0 for all. Defaults to, and is at most, the parameter max_search_results. */
  readonly limit?: number | undefined
  /** Number of bugs to skip. Requires `limit`. */
  readonly offset?: number | undefined
  /** Position, instead of `offset`: `*` at first, then the last `next_cursor`. Not affected by bugs that appear or disappear. */
  readonly cursor?: string | undefined
  /** Personal tags of the caller. */
  readonly tags?: string | readonly string[] | undefined
  /** Quicksearch, such as `crash assigned_to:bob -product:Gadgets`. */
  readonly quicksearch?: string | undefined
  /** Name of a saved search of the caller. Its criteria are combined with the others. */
  readonly savedsearch?: string | undefined
  /** Alias of `savedsearch`. */
  readonly namedcmd?: string | undefined
  /** ID of the user who saved the search and shares it with a group of the caller. Defaults to the caller. */
  readonly sharer_id?: number | undefined
  /** Fields, optionally followed by ` ASC` or ` DESC`, comma-separated. Defaults to `id`, which also breaks ties. */
  readonly order?: string | readonly string[] | undefined
  /** Return only the number of bugs. */
  readonly count_only?: boolean | undefined
  /** Return the number of bugs even if a limit cuts the result. */
  readonly count_total?: boolean | undefined
  /** With `count_total`: stop counting at this number, which is then returned as `total_matches`. */
  readonly count_up_to?: number | undefined
  /** Words that must all be in one comment. */
  readonly longdesc?: SearchValue | undefined
  /** Words that must all be in the summary, or in all visible comments together. */
  readonly content?: SearchValue | undefined
  /** How to combine the charts: AND (default), OR, AND_G. */
  readonly j_top?: SearchValue | undefined
  /** Field of the first chart; further charts use `f2`, `f3` …, likewise for `o1`, `v1` and `n1`. */
  readonly f1?: SearchValue | undefined
  /** Operator of the chart, such as `equals`, `substring`, `regexp`, `changedafter`. */
  readonly o1?: SearchValue | undefined
  /** Value of the chart. */
  readonly v1?: SearchValue | undefined
  /** Negate the chart. */
  readonly n1?: SearchValue | undefined
  /** Fields to include, such as `id` or `components.name`. Shortcuts: _all, _default, _extra, _custom. */
  readonly include_fields?: readonly string[] | undefined
  /** Fields to exclude. Overrides include_fields. */
  readonly exclude_fields?: readonly string[] | undefined
  /** Length of the periods. Defaults to one that gives few points. */
  readonly over?: 'day' | 'week' | 'month' | undefined
  /** Start time. Defaults to, and is at the earliest, the time when the first bug was filed. */
  readonly from?: Date | undefined
  /** End time, extended to the end of a period. Defaults to now. */
  readonly until?: Date | undefined
  /** Number of days before today, extended to the start of a period. */
  readonly days?: number | undefined
  /** Include remaining hours. Only for members of the time-tracking group, and for at most 10,000 bugs. */
  readonly hours?: boolean | undefined
  readonly [customField: `cf_${string}`]: SearchValue
}

/** The answer of `bugs.trend`. */
export interface BugsTrendAnswer {
  /** Length of the periods. */
  over: 'day' | 'week' | 'month'
  /** Periods, by default up to today. Empty if there are no such bugs, or none before `until`. */
  points: BugTrendPoint[]
  /** Unknown parameters, at most 100. Only if they are ignored instead of rejected. */
  ignored?: string[]
}

/** The input of `bugs.board`. */
export interface BugsBoardInput extends BugsSearchInput {
  /** Maximum number of bugs in a column, at most and by default 50, with `rows` 200. */
  readonly limit?: number | undefined
  /** Field of the columns: one with a single value out of several, such as status, priority, assigned_to, target_milestone or a custom field. Defaults to status. */
  readonly columns?: string | undefined
  /** Field of the rows, likewise. */
  readonly rows?: string | undefined
  readonly [customField: `cf_${string}`]: SearchValue
}

/** The answer of `bugs.board`. */
export interface BugsBoardAnswer<T = Bug> {
  /** Number of bugs that satisfy the criteria. */
  total: number
  /** The columns. */
  columns: BoardLine[]
  /** The rows; empty without `rows`. */
  rows: BoardLine[]
  /** The cells that have bugs, by column and then by row. */
  cells: {
    /** Value of the column. */
    column: string
    /** Value of the row; null without rows. */
    row: string | null
    /** Number of bugs in the cell, shown or not. */
    count: number
    /** The first bugs of the cell. */
    bugs: T[]
  }[]
  /** Number of columns that are left out. */
  more_columns: number
  /** Number of rows that are left out. */
  more_rows: number
  /** Unknown parameters, at most 100. Only if they are ignored instead of rejected. */
  ignored?: string[]
}

/** The input of `bugs.possibleDuplicates`. */
export interface BugsPossibleDuplicatesInput {
  /** Summary of the new bug. Words of at least three characters are compared, ignoring punctuation around them. */
  readonly summary: string
  /** Products of the bugs. Defaults to all. */
  readonly product?: string | readonly string[] | undefined
  /** Maximum number of results, at most 25. Defaults to 25. */
  readonly limit?: number | undefined
}

/** The answer of `bugs.possibleDuplicates`. */
export interface BugsPossibleDuplicatesAnswer<T = Bug> {
  /** Bugs, most similar first. */
  bugs: T[]
}

/** The operations of `changes`. */
export interface ChangesOperations {
  /**
   * The change feed: an entry for each bug that an operation created or changed, and for each object of the configuration, oldest first. A client that passes `next` as `since` gets every entry exactly once.
   *
   * Callers get only what they can see at the time of the call. Entries without visible content are omitted, and `next` points beyond them. If a bug was public and the caller cannot see it now, the entry that hid it is `bug.hidden`, and that of a deleted bug `bug.deleted`, regardless of `product` and `component`, so that copies can be deleted. `administration.changed` is for administrators.
   *
   * Texts are not included: get comments by their IDs. Entries older than the parameter changes_keep_days are removed; then `changes_gone` requires a full copy.
   *
   * At most 10,000 stored entries are read: `more` can be true even if no entry was found.
   *
   * @throws changes_gone, object_does_not_exist, bug_id_does_not_exist, improper_bug_id_field_value
   * @example Get everything since the last call
   * ```ts
   * let since = 'now'
   * const page = await alice.changes.get({ since, limit: 500 })
   * for (const change of page.changes) console.log(change.type, change.bug_id)
   * since = page.next
   * ```
   */
  readonly get: <
    const F extends readonly ChangeEntryField[] = never,
    const X extends readonly ChangeEntryField[] = never,
  >(
    input?: ChangesGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<ChangesGetAnswer<Select<ChangeEntry, F, X>>>

  /**
   * Invalidates the positions of all readers of the change feed: they get `changes_gone`, and must take a full copy. Required after an older state of the database was restored manually; otherwise new entries would reuse sequence numbers that readers have seen. Email is not affected.
   *
   * @throws auth_failure
   * @example After a backup was restored
   * ```ts
   * await admin.changes.restart()
   * ```
   */
  readonly restart: (input?: ChangesRestartInput, options?: CallOptions) => Promise<ChangesRestartAnswer>
}

/** The input of `changes.get`. */
export interface ChangesGetInput {
  /** `next` of an earlier response; `now`: only future entries; the sequence number of an entry: the entries after it. Absent: all entries. */
  readonly since?: number | string | undefined
  /** Maximum number of entries, 1 to 1000. Defaults to 100. */
  readonly limit?: number | undefined
  /** Seconds to wait if there are no entries, 0 to 60. The response is sent as soon as there is one. Ignored in a transaction. */
  readonly wait?: number | undefined
  /** IDs of the bugs. A bug that the caller cannot see does not exist, unless the response reports it as hidden or deleted. */
  readonly bug?: number | string | readonly (number | string)[] | undefined
  /** Current products of the bugs. */
  readonly product?: string | readonly string[] | undefined
  /** Names of the current components of the bugs. */
  readonly component?: string | readonly string[] | undefined
  /** Only entries of these types. */
  readonly type?:
    | 'bug.created'
    | 'bug.changed'
    | 'bug.imported'
    | 'bug.hidden'
    | 'bug.deleted'
    | 'administration.changed'
    | readonly (
        'bug.created' | 'bug.changed' | 'bug.imported' | 'bug.hidden' | 'bug.deleted' | 'administration.changed'
      )[]
    | undefined
}

/** The answer of `changes.get`. */
export interface ChangesGetAnswer<T = ChangeEntry> {
  /** Entries, oldest first. */
  changes: T[]
  /** Position for the next request: pass it as `since`. Also returned if no entry was found. */
  next: string
  /** Whether there are entries beyond `next`, visible to the caller or not. */
  more: boolean
}

/** The input of `changes.restart`. */
export type ChangesRestartInput = Readonly<Record<string, never>>

/** The answer of `changes.restart`. */
export interface ChangesRestartAnswer {
  /** Start of the new feed, for `since` of `changes.get`. */
  next: string
}

/** The operations of `classifications`. */
export interface ClassificationsOperations {
  /**
   * Creates a classification, a group of products. Products are added when they are created, or with `classifications.update`.
   *
   * Fails with `auth_failure` without editclassifications.
   *
   * @throws auth_failure, name_blank, name_too_long, name_in_use, text_too_long, sort_key_invalid
   * @example Create a classification for hardware
   * ```ts
   * const { id } = await admin.classifications.create({ name: 'Hardware' })
   * ```
   */
  readonly create: (input: ClassificationsCreateInput, options?: CallOptions) => Promise<ClassificationsCreateAnswer>

  /**
   * Returns classifications with their products, by sort key, then name: those with these `ids` or `names`, or all. Includes those with a product to which the caller has access; for members of editcomponents also those without products, and for members of editclassifications all. Missing ones are omitted.
   *
   * Fails with `auth_classification_not_enabled` while classifications are disabled, except for members of editclassifications.
   *
   * @throws auth_classification_not_enabled
   * @example All classifications
   * ```ts
   * const { classifications } = await alice.classifications.get()
   * ```
   */
  readonly get: <
    const F extends readonly ClassificationField[] = never,
    const X extends readonly ClassificationField[] = never,
  >(
    input?: ClassificationsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<ClassificationsGetAnswer<Select<Classification, F, X>>>

  /**
   * Updates classifications, all of them or none.
   *
   * The response contains the changes.
   *
   * Fails with `auth_failure` without editclassifications; `params_required` without names or ids; `param_invalid` for a name or products on several.
   *
   * @throws auth_failure, params_required, object_does_not_exist, param_invalid, name_blank, name_too_long, name_in_use, text_too_long, sort_key_invalid
   * @example Add a product to a classification
   * ```ts
   * await admin.classifications.update({ names: ['Hardware'], products: ['Widgets'] })
   * ```
   */
  readonly update: (input?: ClassificationsUpdateInput, options?: CallOptions) => Promise<ClassificationsUpdateAnswer>

  /**
   * Deletes classifications, all of them or none. Their products become unclassified. The default classification cannot be deleted.
   *
   * Fails with `auth_failure` without editclassifications; `params_required` without names or ids.
   *
   * @throws auth_failure, params_required, object_does_not_exist, still_in_use
   * @example Delete a classification by name
   * ```ts
   * await admin.classifications.delete({ names: ['Hardware'] })
   * ```
   */
  readonly delete: (input?: ClassificationsDeleteInput, options?: CallOptions) => Promise<ClassificationsDeleteAnswer>
}

/** The input of `classifications.create`. */
export interface ClassificationsCreateInput {
  /** Name, 1 to 64 characters; unique, ignoring case. */
  readonly name: string
  /** Description in simple HTML, stored unchanged. */
  readonly description?: string | undefined
  /** Sort position, 0 to 32767. */
  readonly sort_key?: number | undefined
}

/** The answer of `classifications.create`. */
export interface ClassificationsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `classifications.get`. */
export interface ClassificationsGetInput {
  /** IDs of the classifications. */
  readonly ids?: readonly number[] | undefined
  /** Names of the classifications. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `classifications.get`. */
export interface ClassificationsGetAnswer<T = Classification> {
  /** Classifications, by sort key, then name. */
  classifications: T[]
}

/** The input of `classifications.update`. */
export interface ClassificationsUpdateInput {
  /** IDs of the classifications. */
  readonly ids?: readonly number[] | undefined
  /** Names of the classifications. */
  readonly names?: readonly string[] | undefined
  /** New name, 1 to 64 characters, for a single classification only. */
  readonly name?: string | undefined
  /** Description in simple HTML, stored unchanged. */
  readonly description?: string | undefined
  /** Sort position, 0 to 32767. */
  readonly sort_key?: number | undefined
  /** Names of products to move to this classification, for a single classification only. */
  readonly products?: readonly string[] | undefined
}

/** The answer of `classifications.update`. */
export interface ClassificationsUpdateAnswer {
  /** Changes of each classification. */
  classifications: Changed[]
}

/** The input of `classifications.delete`. */
export interface ClassificationsDeleteInput {
  /** IDs of the classifications. */
  readonly ids?: readonly number[] | undefined
  /** Names of the classifications. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `classifications.delete`. */
export interface ClassificationsDeleteAnswer {
  /** Deleted classifications. */
  classifications: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `codeHooks`. */
export interface CodeHooksOperations {
  /**
   * Creates a code hook, to which a git host sends pushes and pull requests. They are linked to the bugs that they name, and merges close bugs, with the rights of `account`. The response contains the address and the secret for the settings of the host; the secret is not shown again.
   *
   * For administrators; at most 20 of one host. Fails with `object_does_not_exist` for an account, product, status or resolution; `name_in_use` for the name of another hook; `param_invalid` for a short secret and for an open status.
   *
   * @throws auth_failure, name_blank, name_too_long, name_in_use, param_invalid, list_too_long, object_does_not_exist, code_hook_limit
   * @example Link and close bugs from repositories of a company
   * ```ts
   * const { secret, url } = await admin.codeHooks.create({ name: 'GitHub', host: 'github', account: 'bot@example.com', repositories: ['example/*'] })
   * ```
   */
  readonly create: (input: CodeHooksCreateInput, options?: CallOptions) => Promise<CodeHooksCreateAnswer>

  /**
   * Returns code hooks, oldest first: those with these `ids`, or all. Missing ones are omitted. For administrators.
   *
   * @throws auth_failure
   * @example All code hooks
   * ```ts
   * const { code_hooks } = await admin.codeHooks.get()
   * ```
   */
  readonly get: <const F extends readonly CodeHookField[] = never, const X extends readonly CodeHookField[] = never>(
    input?: CodeHooksGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<CodeHooksGetAnswer<Select<CodeHook, F, X>>>

  /**
   * Updates code hooks, all of them or none. Lists replace the previous ones. For administrators.
   *
   * Fails with `params_required` without ids; `object_does_not_exist` for an ID, account, product, status or resolution; `name_in_use` for the name of another hook; `param_invalid` for an open status.
   *
   * @throws auth_failure, params_required, name_blank, name_too_long, name_in_use, param_invalid, list_too_long, object_does_not_exist
   * @example Only link, never close
   * ```ts
   * await admin.codeHooks.update({ ids: [3], closes: 'never' })
   * ```
   */
  readonly update: (input?: CodeHooksUpdateInput, options?: CallOptions) => Promise<CodeHooksUpdateAnswer>

  /**
   * Deletes code hooks, all of them or none. Links that they created stay. For administrators.
   *
   * Fails with `params_required` without ids.
   *
   * @throws auth_failure, params_required, object_does_not_exist
   * @example Remove a code hook
   * ```ts
   * await admin.codeHooks.delete({ ids: [3] })
   * ```
   */
  readonly delete: (input?: CodeHooksDeleteInput, options?: CallOptions) => Promise<CodeHooksDeleteAnswer>

  /**
   * Gives a code hook a new secret, which only this response contains. The previous one is valid for `keep_hours`, which gives you time to change the settings of the host; 0 invalidates it immediately. For administrators.
   *
   * Fails with `object_does_not_exist` for an ID.
   *
   * @throws auth_failure, object_does_not_exist, param_invalid, number_too_large, number_too_small
   * @example A secret became known
   * ```ts
   * await admin.codeHooks.rotate({ id: 3, keep_hours: 0 })
   * ```
   */
  readonly rotate: (input: CodeHooksRotateInput, options?: CallOptions) => Promise<CodeHooksRotateAnswer>
}

/** The input of `codeHooks.create`. */
export interface CodeHooksCreateInput {
  /** Name, 1 to 64 characters. */
  readonly name: string
  /** The kind of git host. */
  readonly host: 'github' | 'gitlab' | 'gitea' | 'forgejo'
  /** Login of the account with whose permissions the hook acts. */
  readonly account: string
  /** Repositories, `owner/name` or `owner/*`. Empty: all. */
  readonly repositories?: readonly string[] | undefined
  /** Products of the bugs. Empty: all. */
  readonly product?: readonly string[] | undefined
  /** Which bugs a merge closes: those named after a verb such as `fixes` (`fixes`), all that are named (`named`), or none (`never`). */
  readonly closes?: 'fixes' | 'named' | 'never' | undefined
  /** Status of bugs that a merge closes. */
  readonly status?: string | undefined
  /** Resolution of bugs that a merge closes. */
  readonly resolution?: string | undefined
  /** Branches whose merges close bugs, such as `main` or `release/*`. Empty: the default branch. */
  readonly branches?: readonly string[] | undefined
  /** Whether `#12` after a verb refers to a bug. */
  readonly numbers?: boolean | undefined
  /** Whether requests are accepted. */
  readonly is_enabled?: boolean | undefined
  /** Secret of an existing hook of the host: 16 to 255 visible ASCII characters. Defaults to a new one. */
  readonly secret?: string | undefined
}

/** The answer of `codeHooks.create`. */
export interface CodeHooksCreateAnswer {
  /** ID of the code hook. */
  id: number
  /** Secret for the settings of the host. */
  secret: string
  /** URL for the settings of the host. */
  url: string
}

/** The input of `codeHooks.get`. */
export interface CodeHooksGetInput {
  /** IDs of the code hooks. Defaults to all. */
  readonly ids?: readonly number[] | undefined
}

/** The answer of `codeHooks.get`. */
export interface CodeHooksGetAnswer<T = CodeHook> {
  /** Code hooks, oldest first. */
  code_hooks: T[]
}

/** The input of `codeHooks.update`. */
export interface CodeHooksUpdateInput {
  /** IDs of the code hooks. */
  readonly ids?: readonly number[] | undefined
  /** Name, 1 to 64 characters. */
  readonly name?: string | undefined
  /** Login of the account with whose permissions the hook acts. */
  readonly account?: string | undefined
  /** Repositories, `owner/name` or `owner/*`. Empty: all. */
  readonly repositories?: readonly string[] | undefined
  /** Products of the bugs. Empty: all. */
  readonly product?: readonly string[] | undefined
  /** Which bugs a merge closes: those named after a verb such as `fixes` (`fixes`), all that are named (`named`), or none (`never`). */
  readonly closes?: 'fixes' | 'named' | 'never' | undefined
  /** Status of bugs that a merge closes. */
  readonly status?: string | undefined
  /** Resolution of bugs that a merge closes. */
  readonly resolution?: string | undefined
  /** Branches whose merges close bugs, such as `main` or `release/*`. Empty: the default branch. */
  readonly branches?: readonly string[] | undefined
  /** Whether `#12` after a verb refers to a bug. */
  readonly numbers?: boolean | undefined
  /** Whether requests are accepted. */
  readonly is_enabled?: boolean | undefined
}

/** The answer of `codeHooks.update`. */
export interface CodeHooksUpdateAnswer {
  /** Changes of each code hook. */
  code_hooks: Changed[]
}

/** The input of `codeHooks.delete`. */
export interface CodeHooksDeleteInput {
  /** IDs of the code hooks. */
  readonly ids?: readonly number[] | undefined
}

/** The answer of `codeHooks.delete`. */
export interface CodeHooksDeleteAnswer {
  /** Deleted code hooks. */
  code_hooks: {
    /** ID of the object. */
    id: number
  }[]
}

/** The input of `codeHooks.rotate`. */
export interface CodeHooksRotateInput {
  /** ID of the code hook. */
  readonly id: number
  /** New secret, 16 to 255 visible ASCII characters. Defaults to a random one. */
  readonly secret?: string | undefined
  /** Hours for which the previous secret is also valid, 0 to 168. Defaults to 24. */
  readonly keep_hours?: number | undefined
}

/** The answer of `codeHooks.rotate`. */
export interface CodeHooksRotateAnswer {
  /** Secret for the settings of the host. */
  secret: string
}

/** The operations of `codeLinks`. */
export interface CodeLinksOperations {
  /**
   * Returns the links of a bug to commits and pull requests, oldest first. Links to private repositories are visible only to insiders.
   *
   * @throws bug_id_does_not_exist, improper_bug_id_field_value
   * @example Links of a bug
   * ```ts
   * const { code_links } = await alice.codeLinks.get({ id: 12 })
   * ```
   */
  readonly get: (input: CodeLinksGetInput, options?: CallOptions) => Promise<CodeLinksGetAnswer>

  /**
   * Links a bug to a commit or a pull request, for users who can edit the bug. Events of code hooks update the link, and never remove it.
   *
   * Fails with `code_link_invalid` for a URL that cannot be shown; `name_in_use` if the link exists; `code_link_limit` after 100 links to a repository.
   *
   * @throws bug_id_does_not_exist, improper_bug_id_field_value, product_edit_denied, user_not_insider, code_link_invalid, code_link_limit, name_in_use, text_too_long
   * @example Link a change in a code review tool
   * ```ts
   * await alice.codeLinks.create({ id: 12, url: 'https://review.example.com/c/7', kind: 'pull_request', repository: 'review.example.com/widgets/ui', ref: '7', title: 'Stop blinking' })
   * ```
   */
  readonly create: (input: CodeLinksCreateInput, options?: CallOptions) => Promise<CodeLinksCreateAnswer>

  /**
   * Deletes links, all of them or none. For users who can edit the bugs. A later event that names the bug links it again; repeated or older events do not.
   *
   * Fails with `params_required` without ids; `object_does_not_exist` for links that the caller cannot see.
   *
   * @throws params_required, object_does_not_exist, product_edit_denied
   * @example Remove a link
   * ```ts
   * await alice.codeLinks.delete({ ids: [7] })
   * ```
   */
  readonly delete: (input?: CodeLinksDeleteInput, options?: CallOptions) => Promise<CodeLinksDeleteAnswer>
}

/** The input of `codeLinks.get`. */
export interface CodeLinksGetInput {
  /** ID or alias of the bug. */
  readonly id: number | string
}

/** The answer of `codeLinks.get`. */
export interface CodeLinksGetAnswer {
  /** Links, oldest first. */
  code_links: CodeLink[]
}

/** The input of `codeLinks.create`. */
export interface CodeLinksCreateInput {
  /** ID or alias of the bug. */
  readonly id: number | string
  /** http or https, at most 2,000 characters, on the host of the repository. */
  readonly url: string
  /** `commit` or `pull_request`. */
  readonly kind: 'commit' | 'pull_request'
  /** Host and path, such as `github.com/owner/name`; stored in lowercase. */
  readonly repository: string
  /** Hash of the commit, or number of the pull request. */
  readonly ref: string
  /** Title, or first line of the commit message. */
  readonly title: string
  /** State. Defaults to `open`, for commits to `pushed`. */
  readonly state?: 'open' | 'draft' | 'merged' | 'closed' | 'pushed' | undefined
  /** Name of the author at the host. */
  readonly author?: string | undefined
  /** Branch. */
  readonly branch?: string | undefined
  /** Visible only to insiders. */
  readonly is_private?: boolean | undefined
}

/** The answer of `codeLinks.create`. */
export interface CodeLinksCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `codeLinks.delete`. */
export interface CodeLinksDeleteInput {
  /** IDs of the links. */
  readonly ids?: readonly number[] | undefined
}

/** The answer of `codeLinks.delete`. */
export interface CodeLinksDeleteAnswer {
  /** Deleted links. */
  code_links: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `comments`. */
export interface CommentsOperations {
  /**
   * Adds a comment to a bug.
   *
   * Fails with `object_not_specified` for a missing or empty comment.
   *
   * @throws rule_refused, rule_failed, object_not_specified, comment_too_long, markdown_disabled, number_too_large, number_too_small, bug_id_does_not_exist, improper_bug_id_field_value, product_edit_denied, user_not_insider, comment_tag_invalid, comment_tag_too_long, comment_tag_too_short
   * @example Comment that a bug is fixed
   * ```ts
   * const { id } = await alice.comments.create({ id: 12, comment: 'Fixed in r34' })
   * ```
   */
  readonly create: (input: CommentsCreateInput, options?: CallOptions) => Promise<CommentsCreateAnswer>

  /**
   * Returns the comments of bugs, and single comments by ID.
   *
   * Private comments exist only for insiders.
   *
   * Fails with `params_required` without ids and comment_ids; `answer_too_large` if the comments exceed 32 MB in total. With `exclude_fields: ['text']`, the response lists the comments without their text, which you can then get with `comment_ids`.
   *
   * @throws params_required, bug_id_does_not_exist, improper_bug_id_field_value, comment_id_invalid, answer_too_large
   * @example Get the description of a bug
   * ```ts
   * const { bugs } = await alice.comments.get({ ids: [12] }); bugs[12]?.comments[0]?.text
   * ```
   */
  readonly get: <const F extends readonly CommentField[] = never, const X extends readonly CommentField[] = never>(
    input?: CommentsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<CommentsGetAnswer<Select<Comment, F, X>>>

  /**
   * Replaces the text of a comment. The earlier text is kept as a revision; `comments.redact` deletes text permanently.
   *
   * Authors can edit their comments for the number of minutes in the parameter `comment_edit_minutes` (0: no editing, -1: no limit), administrators all comments unless it is 0. No email is sent. The same text changes nothing.
   *
   * Fails with `comment_edit_denied` without permission; `comment_changed` if the comment is not at `expected_revision`; `comment_id_invalid`, also for a comment that the caller cannot see.
   *
   * @throws rule_refused, rule_failed, param_required, comment_id_invalid, comment_edit_denied, comment_changed, comment_too_long, markdown_disabled, product_edit_denied
   * @example Edit a comment unless it was edited since
   * ```ts
   * const { revision } = await alice.comments.update({ id: 31, text: 'It glows green', expected_revision: 0 })
   * ```
   */
  readonly update: (input: CommentsUpdateInput, options?: CallOptions) => Promise<CommentsUpdateAnswer>

  /**
   * Writes `x` or a space into a box (`[ ]`) of a list in a Markdown comment. It is an edit with a revision, and no email is sent.
   *
   * The author, the assignee of the bug and members of editbugs can tick boxes, however old the comment is; fails with `comment_edit_denied` for others. Fails with `comment_changed` if the comment is not at `expected_revision`, or has no box at `offset`; `comment_id_invalid`, also for a comment that the caller cannot see.
   *
   * @throws login_required, comment_id_invalid, comment_edit_denied, comment_changed, product_edit_denied, rule_refused, rule_failed
   * @example Tick the first box of `- [ ] Ask`
   * ```ts
   * const { revision } = await alice.comments.tick({ id: 31, offset: 2, is_done: true })
   * ```
   */
  readonly tick: (input: CommentsTickInput, options?: CallOptions) => Promise<CommentsTickAnswer>

  /**
   * Returns the revisions of a comment with time and author, oldest first, including the current one. Their texts are visible only to the author of the comment and to insiders. A cut response contains `limit` and `offset`.
   *
   * Fails with `comment_id_invalid`, also for a comment that the caller cannot see; `answer_too_large` if the texts that the caller can read exceed 32 MB in total: request fewer with `limit`.
   *
   * @throws comment_id_invalid, answer_too_large
   * @example Get the revisions of a comment
   * ```ts
   * const { revisions } = await alice.comments.revisions({ id: 31 })
   * revisions.at(-2)?.text // before the last edit
   * ```
   */
  readonly revisions: (input: CommentsRevisionsInput, options?: CallOptions) => Promise<CommentsRevisionsAnswer>

  /**
   * Returns a Markdown text as HTML, as email shows it: without raw HTML, images, styles or scripts. Images become links.
   *
   * Text that is nested too deeply, has too many parts, or has more than 20,000 characters is returned unformatted, in `<pre>`. References such as `bug 12` are links if the parameter `urlbase` is set; whether such a bug exists makes no difference.
   *
   * @throws bug_id_does_not_exist, improper_bug_id_field_value, comment_too_long
   * @example A text with emphasis
   * ```ts
   * const { html } = await alice.comments.render({ text: 'It **glows**' })
   * ```
   */
  readonly render: (input: CommentsRenderInput, options?: CallOptions) => Promise<CommentsRenderAnswer>

  /**
   * Adds tags to a comment and removes tags from it; returns its tags by name.
   *
   * Tags keep their case and are compared without it. Adding an existing tag or removing a missing one changes nothing. A tag in both lists is removed. The bug is not changed, and no email is sent.
   *
   * Fails with `auth_failure` outside comment_taggers_group.
   *
   * @throws login_required, comment_tag_disabled, auth_failure, comment_id_invalid, comment_tag_invalid, comment_tag_too_long, comment_tag_too_short
   * @example Tag a comment as spam
   * ```ts
   * const tags = await alice.comments.updateTags({ comment_id: 34, add: ['spam'] })
   * ```
   */
  readonly updateTags: (input: CommentsUpdateTagsInput, options?: CallOptions) => Promise<CommentsUpdateTagsAnswer>

  /**
   * Returns the people who gave each reaction to a comment, the earliest first and at most 1,000 in all.
   *
   * Fails with `reactions_disabled` while `use_comment_reactions` is off; `comment_id_invalid`, also for a comment that the caller cannot see.
   *
   * @throws reactions_disabled, comment_id_invalid
   * @example Count the +1 reactions to a comment
   * ```ts
   * const reactions = await alice.comments.reactions({ id: 31 }); reactions['+1']?.length
   * ```
   */
  readonly reactions: (input: CommentsReactionsInput, options?: CallOptions) => Promise<CommentsReactionsAnswer>

  /**
   * Adds reactions of the caller to a comment and removes some: `+1`, `-1`, `tada`, `smile`, `sad` or `heart`. Returns the people who gave each reaction.
   *
   * Adding an existing reaction or removing a missing one changes nothing. A reaction in both lists is removed. The bug is not changed: no history, no change event, no email.
   *
   * Fails with `reaction_invalid` for another reaction; `reactions_disabled` while `use_comment_reactions` is off; `product_edit_denied` if the caller cannot comment on the bug; `comment_id_invalid`, also for a comment that the caller cannot see.
   *
   * @throws login_required, reactions_disabled, reaction_invalid, comment_id_invalid, product_edit_denied
   * @example React to a comment with +1
   * ```ts
   * const reactions = await alice.comments.updateReactions({ id: 31, add: ['+1'] })
   * ```
   */
  readonly updateReactions: (
    input: CommentsUpdateReactionsInput,
    options?: CallOptions,
  ) => Promise<CommentsUpdateReactionsAnswer>

  /**
   * Returns the comment tags in use whose name contains a text, most used first.
   *
   * Comments that the caller cannot see do not count.
   *
   * Fails with `auth_failure` outside comment_taggers_group; `param_required` without query; `search_too_much_text` for tags that are used too often to be counted.
   *
   * @throws login_required, comment_tag_disabled, auth_failure, param_required, search_too_much_text, search_too_expensive
   * @example Tags that begin like spam
   * ```ts
   * const tags = await alice.comments.searchTags({ query: 'spa' })
   * ```
   */
  readonly searchTags: (input: CommentsSearchTagsInput, options?: CallOptions) => Promise<CommentsSearchTagsAnswer>

  /**
   * Permanently deletes the text of comments, all of them or none.
   *
   * The comments stay, with `keep` as their text, and lose their earlier versions and their reactions, which are the votes of a bug if it is the description; author, time, privacy and tags stay too. The audit log contains the user and the reason. Sent email and earlier backups still contain the text.
   *
   * Fails with `auth_failure` for users who are not administrators; `comment_id_invalid`, also for one that the caller cannot see.
   *
   * @throws auth_failure, comment_id_invalid, comment_too_long, params_required, text_too_long
   * @example Redact a comment with a telephone number
   * ```ts
   * await admin.comments.redact({ ids: [31], reason: 'Asked by the person', keep: 'Call me: [redacted]' })
   * ```
   */
  readonly redact: (input: CommentsRedactInput, options?: CallOptions) => Promise<CommentsRedactAnswer>
}

/** The input of `comments.create`. */
export interface CommentsCreateInput {
  /** ID or alias of the bug. */
  readonly id: number | string
  /** Text, at most 65,535 characters. Trailing white space is removed. */
  readonly comment: string
  /** Visible only to insiders. */
  readonly is_private?: boolean | undefined
  /** Whether the text is Markdown. */
  readonly is_markdown?: boolean | undefined
  /** Hours worked, which are subtracted from the remaining hours. Ignored for callers outside the time-tracking group. */
  readonly work_time?: number | undefined
  /** Tags of the comment. Ignored for callers who cannot add tags. */
  readonly comment_tags?: string | readonly (string | null)[] | null | undefined
}

/** The answer of `comments.create`. */
export interface CommentsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `comments.get`. */
export interface CommentsGetInput {
  /** Bugs by ID or alias. Their comments are returned by bug ID, oldest first. */
  readonly ids?: readonly (number | string)[] | undefined
  /** IDs of single comments. */
  readonly comment_ids?: readonly number[] | undefined
  /** Only comments of the bugs after this time. */
  readonly new_since?: Date | undefined
}

/** The answer of `comments.get`. */
export interface CommentsGetAnswer<T = Comment> {
  /** Comments of each bug, by bug ID. */
  bugs: {
    [name: string]: {
      /** Comments, oldest first. */
      comments: T[]
    }
  }
  /** Single comments, by ID. */
  comments: { [name: string]: T }
}

/** The input of `comments.update`. */
export interface CommentsUpdateInput {
  /** ID of the comment. */
  readonly id: number
  /** New text, at most 65,535 characters. */
  readonly text: string
  /** Whether the text is Markdown. Unchanged by default. */
  readonly is_markdown?: boolean | undefined
  /** Expected `revision` of the comment, 0 if it was never edited. */
  readonly expected_revision?: number | undefined
}

/** The answer of `comments.update`. */
export interface CommentsUpdateAnswer {
  /** ID of the comment. */
  id: number
  /** Number of edits. */
  revision: number
  /** Time of the last edit; null if it was never edited. */
  edit_time: Date | null
}

/** The input of `comments.tick`. */
export interface CommentsTickInput {
  /** ID of the comment. */
  readonly id: number
  /** Position of `[` in the text, in UTF-16 code units. */
  readonly offset: number
  /** Whether the box is ticked. */
  readonly is_done: boolean
  /** Expected `revision` of the comment, 0 if it was never edited. */
  readonly expected_revision?: number | undefined
}

/** The answer of `comments.tick`. */
export interface CommentsTickAnswer {
  /** ID of the comment. */
  id: number
  /** Number of edits. */
  revision: number
  /** Time of the last edit; null if it was never edited. */
  edit_time: Date | null
}

/** The input of `comments.revisions`. */
export interface CommentsRevisionsInput {
  /** ID of the comment. */
  readonly id: number
  /** Maximum number of results. Defaults to all; a comment has at most 1001. */
  readonly limit?: number | undefined
  /** Number of results to skip. */
  readonly offset?: number | undefined
}

/** The answer of `comments.revisions`. */
export interface CommentsRevisionsAnswer {
  /** Revisions, oldest first. */
  revisions: CommentRevision[]
  /** Limit that cut the response; absent if it is complete from the offset on. */
  limit?: string
  /** Offset of a cut response. */
  offset?: number
  /** Total number of results; absent if unknown. */
  total_matches?: number
}

/** The input of `comments.render`. */
export interface CommentsRenderInput {
  /** Text, at most 65,535 characters. */
  readonly text: string
  /** ID or alias of the bug for which the text is written, so that `comment 3` is a link. */
  readonly id?: number | string | undefined
}

/** The answer of `comments.render`. */
export interface CommentsRenderAnswer {
  /** The text as HTML. */
  html: string
}

/** The input of `comments.updateTags`. */
export interface CommentsUpdateTagsInput {
  /** ID of the comment. */
  readonly comment_id: number
  /** Tags of 3 to 24 letters, digits, dots, underscores and hyphens. */
  readonly add?: readonly string[] | undefined
  /** Tags of 3 to 24 letters, digits, dots, underscores and hyphens. */
  readonly remove?: readonly string[] | undefined
}

/** The answer of `comments.updateTags`. */
export type CommentsUpdateTagsAnswer = string[]

/** The input of `comments.reactions`. */
export interface CommentsReactionsInput {
  /** ID of the comment. */
  readonly id: number
}

/** The answer of `comments.reactions`. */
export interface CommentsReactionsAnswer {
  /** Users who gave the reaction, earliest first. */
  '+1'?: Person[]
  /** Users who gave the reaction, earliest first. */
  '-1'?: Person[]
  /** Users who gave the reaction, earliest first. */
  tada?: Person[]
  /** Users who gave the reaction, earliest first. */
  smile?: Person[]
  /** Users who gave the reaction, earliest first. */
  sad?: Person[]
  /** Users who gave the reaction, earliest first. */
  heart?: Person[]
}

/** The input of `comments.updateReactions`. */
export interface CommentsUpdateReactionsInput {
  /** ID of the comment. */
  readonly id: number
  /** Reactions to add. */
  readonly add?: readonly string[] | undefined
  /** Reactions to remove. */
  readonly remove?: readonly string[] | undefined
}

/** The answer of `comments.updateReactions`. */
export interface CommentsUpdateReactionsAnswer {
  /** Users who gave the reaction, earliest first. */
  '+1'?: Person[]
  /** Users who gave the reaction, earliest first. */
  '-1'?: Person[]
  /** Users who gave the reaction, earliest first. */
  tada?: Person[]
  /** Users who gave the reaction, earliest first. */
  smile?: Person[]
  /** Users who gave the reaction, earliest first. */
  sad?: Person[]
  /** Users who gave the reaction, earliest first. */
  heart?: Person[]
}

/** The input of `comments.searchTags`. */
export interface CommentsSearchTagsInput {
  /** Part of the name, ignoring case. */
  readonly query: string
  /** Maximum number of results. 0 and more than 1,000 mean 1,000. */
  readonly limit?: number | undefined
}

/** The answer of `comments.searchTags`. */
export type CommentsSearchTagsAnswer = string[]

/** The input of `comments.redact`. */
export interface CommentsRedactInput {
  /** IDs of the comments. */
  readonly ids: readonly number[]
  /** Reason for the audit log, 1 to 1,000 characters. Do not repeat the erased content. */
  readonly reason: string
  /** New text of the comments. */
  readonly keep?: string | undefined
}

/** The answer of `comments.redact`. */
export interface CommentsRedactAnswer {
  /** Comments in the requested order. */
  comments: RedactedComment[]
}

/** The operations of `components`. */
export interface ComponentsOperations {
  /**
   * Creates a component of a product. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `object_not_specified` without product; `object_does_not_exist` for the product or a user.
   *
   * @throws object_not_specified, product_admin_denied, component_blank_name, component_name_too_long, component_already_exists, component_blank_description, text_too_long, component_need_initialowner, object_does_not_exist, sort_key_invalid
   * @example Create a component for the manuals
   * ```ts
   * await admin.components.create({ product: 'Widgets', name: 'Docs', description: 'Manuals', default_assignee: 'a@b.example' })
   * ```
   */
  readonly create: (input: ComponentsCreateInput, options?: CallOptions) => Promise<ComponentsCreateAnswer>

  /**
   * Returns components, by product, then sort key, then name: those with these `ids`, and of the `product` those with these `names`, or all. Without any of these, all that the caller can see. Missing and hidden ones are omitted. Fails with `answer_too_large` if the response would exceed 16 MB; use `include_fields` to make it smaller.
   *
   * @throws answer_too_large
   * @example Get the names of the components of a product
   * ```ts
   * const { components } = await alice.components.get({ product: 'Widgets', include_fields: ['id', 'name'] })
   * ```
   */
  readonly get: <const F extends readonly ComponentField[] = never, const X extends readonly ComponentField[] = never>(
    input?: ComponentsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<ComponentsGetAnswer<Select<Component, F, X>>>

  /**
   * Updates components, all of them or none. For members of editcomponents, and of groups that have this right within the product.
   *
   * Bugs of a renamed component are updated.
   *
   * Fails with `params_required` without names or ids; `param_invalid` for a name with several components.
   *
   * @throws params_required, object_does_not_exist, product_admin_denied, param_invalid, component_blank_name, component_name_too_long, component_already_exists, component_blank_description, component_need_initialowner, sort_key_invalid, text_too_long
   * @example Close a component for new bugs
   * ```ts
   * await admin.components.update({ product: 'Widgets', names: ['UI'], is_open: false })
   * ```
   */
  readonly update: (input?: ComponentsUpdateInput, options?: CallOptions) => Promise<ComponentsUpdateAnswer>

  /**
   * Deletes components without bugs, all of them or none. A product that is open for bugs keeps at least one component. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `params_required` without names or ids; `still_in_use` if a custom field is shown for it, or an intake or form files bugs in it.
   *
   * @throws params_required, object_does_not_exist, product_admin_denied, component_is_last, component_has_bugs, still_in_use
   * @example Delete a component by name
   * ```ts
   * await admin.components.delete({ product: 'Widgets', names: ['Docs'] })
   * ```
   */
  readonly delete: (input?: ComponentsDeleteInput, options?: CallOptions) => Promise<ComponentsDeleteAnswer>
}

/** The input of `components.create`. */
export interface ComponentsCreateInput {
  /** Name. */
  readonly product: string
  /** Name, 1 to 64 characters; unique in the product, ignoring case. */
  readonly name: string
  /** Description in simple HTML, stored unchanged. */
  readonly description: string
  /** Login of the assignee of new bugs. */
  readonly default_assignee: string
  /** Login of the QA contact of new bugs. Ignored if QA contacts are disabled. */
  readonly default_qa_contact?: string | undefined
  /** Logins on the CC list of new bugs. */
  readonly default_cc?: readonly string[] | undefined
  /** Open for new bugs. */
  readonly is_open?: boolean | undefined
  /** Sort position, -32768 to 32767. Lists are sorted by it, then by name. */
  readonly sort_key?: number | undefined
  /** Text with which the description of a new bug begins, such as questions; empty for none. */
  readonly bug_description_template?: string | undefined
}

/** The answer of `components.create`. */
export interface ComponentsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `components.get`. */
export interface ComponentsGetInput {
  /** IDs of the components. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the components, within `product`. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `components.get`. */
export interface ComponentsGetAnswer<T = Component> {
  /** Components, by product, then sort key, then name. */
  components: T[]
}

/** The input of `components.update`. */
export interface ComponentsUpdateInput {
  /** IDs of the components. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the components, within `product`. */
  readonly names?: readonly string[] | undefined
  /** New name, 1 to 64 characters, for a single component only. */
  readonly name?: string | undefined
  /** Description in simple HTML, stored unchanged. */
  readonly description?: string | undefined
  /** Login of the assignee of new bugs. */
  readonly default_assignee?: string | undefined
  /** Login of the QA contact of new bugs; empty for none. */
  readonly default_qa_contact?: string | undefined
  /** Logins on the CC list of new bugs. */
  readonly default_cc?: readonly string[] | undefined
  /** Open for new bugs. */
  readonly is_open?: boolean | undefined
  /** Sort position, -32768 to 32767. */
  readonly sort_key?: number | undefined
  /** Text with which the description of a new bug begins, such as questions; empty for none. */
  readonly bug_description_template?: string | undefined
}

/** The answer of `components.update`. */
export interface ComponentsUpdateAnswer {
  /** Changes of each component. */
  components: Changed[]
}

/** The input of `components.delete`. */
export interface ComponentsDeleteInput {
  /** IDs of the components. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the components, within `product`. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `components.delete`. */
export interface ComponentsDeleteAnswer {
  /** Deleted components. */
  components: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `fieldValues`. */
export interface FieldValuesOperations {
  /**
   * Creates a value of a select field that has the same values in every product.
   *
   * Set the transitions of a new status with workflow.update.
   *
   * Fails with `auth_failure` unless in admin; `param_required` for is_open; `object_does_not_exist` for a visibility value.
   *
   * @throws auth_failure, invalid_field_name, name_blank, name_too_long, name_in_use, illegal_value, sort_key_invalid, param_required, object_does_not_exist
   * @example Add a priority
   * ```ts
   * const { id } = await admin.fieldValues.create({ field: 'priority', name: 'Urgent', sort_key: 50 })
   * ```
   */
  readonly create: (input: FieldValuesCreateInput, options?: CallOptions) => Promise<FieldValuesCreateAnswer>

  /**
   * Updates values of a field, all of them or none.
   *
   * The other inputs are those of `fieldValues.create`.
   *
   * Fails with `auth_failure` unless in admin; `params_required` without names or ids; `param_invalid` for a name with several values.
   *
   * @throws auth_failure, invalid_field_name, params_required, object_does_not_exist, param_invalid, name_blank, name_too_long, name_in_use, still_in_use, illegal_value, sort_key_invalid
   * @example Retire a priority
   * ```ts
   * await admin.fieldValues.update({ field: 'priority', names: ['Lowest'], is_active: false })
   * ```
   */
  readonly update: (input: FieldValuesUpdateInput, options?: CallOptions) => Promise<FieldValuesUpdateAnswer>

  /**
   * Deletes values that no bug has, all of them or none. Values that the tracker uses itself, default values, values on which another field depends and values that code hooks set cannot be deleted. The transitions of a status are deleted with it.
   *
   * Fails with `auth_failure` unless in admin; `params_required` without names or ids.
   *
   * @throws auth_failure, invalid_field_name, params_required, object_does_not_exist, still_in_use
   * @example Remove a priority
   * ```ts
   * await admin.fieldValues.delete({ field: 'priority', names: ['Lowest'] })
   * ```
   */
  readonly delete: (input: FieldValuesDeleteInput, options?: CallOptions) => Promise<FieldValuesDeleteAnswer>
}

/** The input of `fieldValues.create`. */
export interface FieldValuesCreateInput {
  /** Field, by its name in bugs, such as `priority`, or its internal name. */
  readonly field: string
  /** Name, 1 to 64 characters; unique in the field, ignoring case. */
  readonly name: string
  /** Whether bugs with this status are open. Required for statuses; cannot be changed later. */
  readonly is_open?: boolean | undefined
  /** Sort position, 0 to 32767. Defaults to 100 more than the highest. */
  readonly sort_key?: number | undefined
  /** Can be selected. Default values always can. */
  readonly is_active?: boolean | undefined
  /** Value of the field's `value_field` for which this value is offered, at most one. */
  readonly visibility_values?: readonly string[] | undefined
}

/** The answer of `fieldValues.create`. */
export interface FieldValuesCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `fieldValues.update`. */
export interface FieldValuesUpdateInput {
  /** Field, by its name in bugs, such as `priority`, or its internal name. */
  readonly field: string
  /** Names of the values. */
  readonly names?: readonly string[] | undefined
  /** New name, for a single value only. Bugs, parameters, code hooks and forms that use it are updated. Values that the tracker uses itself cannot be renamed (UNCONFIRMED, the status of duplicates, FIXED, DUPLICATE, the empty choices). */
  readonly name?: string | undefined
  /** Sort position, 0 to 32767. Defaults to 100 more than the highest. */
  readonly sort_key?: number | undefined
  /** Can be selected. Default values always can. */
  readonly is_active?: boolean | undefined
  /** Value of the field's `value_field` for which this value is offered, at most one. */
  readonly visibility_values?: readonly string[] | undefined
}

/** The answer of `fieldValues.update`. */
export interface FieldValuesUpdateAnswer {
  /** Changes of each value. */
  values: Changed[]
}

/** The input of `fieldValues.delete`. */
export interface FieldValuesDeleteInput {
  /** Field, by its name in bugs, such as `priority`, or its internal name. */
  readonly field: string
  /** Names of the values. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `fieldValues.delete`. */
export interface FieldValuesDeleteAnswer {
  /** Deleted values. */
  values: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `fields`. */
export interface FieldsOperations {
  /**
   * Creates a custom field for all bugs.
   *
   * A field of type 2 initially has the value '---'.
   *
   * Fails with `auth_failure` unless in admin; `object_not_specified` for an empty display name; `illegal_value` for a type or a field that cannot be used; `object_does_not_exist` for a field or value; `param_required` for visibility_values.
   *
   * @throws auth_failure, name_blank, name_too_long, param_invalid, name_in_use, object_not_specified, text_too_long, sort_key_invalid, illegal_value, object_does_not_exist, param_required
   * @example Create a select field
   * ```ts
   * const { id } = await admin.fields.create({ name: 'cf_colour', display_name: 'Colour', type: 2 })
   * ```
   */
  readonly create: (input: FieldsCreateInput, options?: CallOptions) => Promise<FieldsCreateAnswer>

  /**
   * Returns bug fields with their values: those with these `ids` or `names`, or all that are in use, by sort key; with `include_obsolete`, all.
   *
   * Values and products that the caller cannot see are omitted. The first value of the status is for a new bug.
   *
   * Fails with `object_does_not_exist` for an unknown field.
   *
   * @throws object_does_not_exist
   * @example The statuses
   * ```ts
   * const { fields } = await alice.fields.get({ names: ['bug_status'] })
   * ```
   */
  readonly get: <const F extends readonly FieldField[] = never, const X extends readonly FieldField[] = never>(
    input?: FieldsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<FieldsGetAnswer<Select<Field, F, X>>>

  /**
   * Returns the names of the values of a field, in order; `fields.get` returns more.
   *
   * Fails with `invalid_field_name` for a field without such values; `param_required` without the product.
   *
   * @throws invalid_field_name, param_required, product_access_denied
   * @example The priorities
   * ```ts
   * const { values } = await alice.fields.values({ field: 'priority' })
   * ```
   */
  readonly values: (input: FieldsValuesInput, options?: CallOptions) => Promise<FieldsValuesAnswer>

  /**
   * Updates custom fields, all of them or none. Name and type cannot be changed.
   *
   * The other inputs are those of `fields.create`; a null or empty `visibility_field` or `value_field` removes it.
   *
   * Fails with `auth_failure` unless in admin; `params_required` without names or ids; `object_does_not_exist` for a field or value; `illegal_value` for a field that is not custom, or that cannot be used; `field_control_circle` for one that the field itself controls; `object_not_specified` for an empty display name; `param_required` for visibility_values.
   *
   * @throws auth_failure, params_required, object_does_not_exist, illegal_value, object_not_specified, text_too_long, sort_key_invalid, param_required, field_control_circle
   * @example A field is out of use
   * ```ts
   * await admin.fields.update({ names: ['cf_colour'], is_obsolete: true })
   * ```
   */
  readonly update: (input?: FieldsUpdateInput, options?: CallOptions) => Promise<FieldsUpdateAnswer>

  /**
   * Deletes obsolete custom fields with their values, all of them or none, if no bug has or ever had a value.
   *
   * Fails with `auth_failure` unless in admin; `params_required` without names or ids; `illegal_value` for a field that is not custom.
   *
   * @throws auth_failure, params_required, object_does_not_exist, illegal_value, still_in_use
   * @example Remove a field by its name
   * ```ts
   * await admin.fields.delete({ names: ['cf_colour'] })
   * ```
   */
  readonly delete: (input?: FieldsDeleteInput, options?: CallOptions) => Promise<FieldsDeleteAnswer>
}

/** The input of `fields.create`. */
export interface FieldsCreateInput {
  /** Letters, digits and `_`. Converted to lowercase; begins with `cf_`. */
  readonly name: string
  /** At most 255 characters. */
  readonly display_name: string
  /** Type: 1 text, 2 single select, 3 multiple select, 4 large text, 5 date and time, 6 bug, 9 date, 10 integer. */
  readonly type: number
  /** Sort position, 0 to 32767. Defaults to 100 more than the highest. */
  readonly sort_key?: number | undefined
  /** A value is required. */
  readonly is_mandatory?: boolean | undefined
  /** Shown in the form for new bugs. */
  readonly is_on_bug_entry?: boolean | undefined
  /** Included in the email about a new bug. */
  readonly is_in_new_mail?: boolean | undefined
  /** At most 255 characters. */
  readonly long_description?: string | undefined
  /** For fields of type 6: label of the reverse list on the bug that is referred to. */
  readonly reverse_description?: string | null | undefined
  /** Values of `visibility_field` for which the field is shown. */
  readonly visibility_field?: string | null | undefined
  /** Values of `visibility_field` for which the field is shown. */
  readonly visibility_values?: readonly string[] | undefined
  /** Field on which the offered values depend. */
  readonly value_field?: string | null | undefined
}

/** The answer of `fields.create`. */
export interface FieldsCreateAnswer {
  /** ID of the field. */
  id: number
  /** Name of the field, which begins with `cf_`. */
  name: string
}

/** The input of `fields.get`. */
export interface FieldsGetInput {
  /** Internal names of the fields (`bug_status`, not `status`). */
  readonly ids?: readonly number[] | undefined
  /** Internal names of the fields (`bug_status`, not `status`). */
  readonly names?: readonly string[] | undefined
  /** Include fields that are not in use. `ids` and `names` always find them. */
  readonly include_obsolete?: boolean | undefined
}

/** The answer of `fields.get`. */
export interface FieldsGetAnswer<T = Field> {
  /** Bug fields. */
  fields: T[]
}

/** The input of `fields.values`. */
export interface FieldsValuesInput {
  /** Field, by its name in bugs, such as `status`, or its internal name. */
  readonly field: string
  /** Product, for version, target_milestone and component, whose values belong to products. Inactive ones are included. */
  readonly product_id?: number | undefined
}

/** The answer of `fields.values`. */
export interface FieldsValuesAnswer {
  /** Names, in order. */
  values: string[]
}

/** The input of `fields.update`. */
export interface FieldsUpdateInput {
  /** IDs of the fields. */
  readonly ids?: readonly number[] | undefined
  /** Names of the fields. */
  readonly names?: readonly string[] | undefined
  /** Display name, at most 255 characters. */
  readonly display_name?: string | undefined
  /** The field is not in use. Bugs keep its values. */
  readonly is_obsolete?: boolean | undefined
  /** Sort position, 0 to 32767. Defaults to 100 more than the highest. */
  readonly sort_key?: number | undefined
  /** A value is required. */
  readonly is_mandatory?: boolean | undefined
  /** Shown in the form for new bugs. */
  readonly is_on_bug_entry?: boolean | undefined
  /** Included in the email about a new bug. */
  readonly is_in_new_mail?: boolean | undefined
  /** At most 255 characters. */
  readonly long_description?: string | undefined
  /** For fields of type 6: label of the reverse list on the bug that is referred to. */
  readonly reverse_description?: string | null | undefined
  /** Values of `visibility_field` for which the field is shown. */
  readonly visibility_field?: string | null | undefined
  /** Values of `visibility_field` for which the field is shown. */
  readonly visibility_values?: readonly string[] | undefined
  /** Field on which the offered values depend. */
  readonly value_field?: string | null | undefined
}

/** The answer of `fields.update`. */
export interface FieldsUpdateAnswer {
  /** Changes of each field. */
  fields: Changed[]
}

/** The input of `fields.delete`. */
export interface FieldsDeleteInput {
  /** IDs of the fields. */
  readonly ids?: readonly number[] | undefined
  /** Names of the fields. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `fields.delete`. */
export interface FieldsDeleteAnswer {
  /** Deleted fields. */
  fields: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `flagTypes`. */
export interface FlagTypesOperations {
  /**
   * Creates a flag type. For members of editcomponents; for a type restricted to products, also for users who have this right in all of them.
   *
   * Fails with `flag_type_not_editable` for products that the caller does not administer; `object_does_not_exist` for a product or group.
   *
   * @throws auth_failure, flag_type_not_editable, flag_type_name_invalid, flag_type_description_invalid, flag_type_cc_list_invalid, illegal_email_address, flag_type_sortkey_invalid, object_does_not_exist, require_component
   * @example Create a flag type for attachments
   * ```ts
   * await admin.flagTypes.create({ name: 'review', description: 'Has been read', target_type: 'attachment' })
   * ```
   */
  readonly create: (input: FlagTypesCreateInput, options?: CallOptions) => Promise<FlagTypesCreateAnswer>

  /**
   * Returns flag types of bugs and attachments, by sort key, then name: those with these `ids` or `names`, those that apply to the `product` or to its `component`, or all. Missing and hidden ones are omitted.
   *
   * `values` are the statuses that the caller can set. `inclusions` and `exclusions` are product names, or component names by product name; for a given product, the names of its components. Inclusions are absent if all are included.
   *
   * Fails with `object_does_not_exist` for a product or component.
   *
   * @throws object_does_not_exist
   * @example Get the flag types of a product
   * ```ts
   * const { bug, attachment } = await alice.flagTypes.get({ product: 'Widgets' })
   * ```
   */
  readonly get: (input?: FlagTypesGetInput, options?: CallOptions) => Promise<FlagTypesGetAnswer>

  /**
   * Updates flag types, all of them or none. For members of editcomponents; for types restricted to products, also for users who have this right in all of them.
   *
   * The other inputs are those of flagTypes.create; the target type (bugs or attachments) stays. `inclusions` and `exclusions` replace the lists, and the response contains only that they changed (removed '0', added '1'); groups are returned as IDs. Existing flags follow: if their type does not apply any more, they get another type of the same name or are removed; if requestees are disabled, requestees are removed.
   *
   * Fails with `params_required` without names or ids; `object_does_not_exist` for a type, product or group; `flag_type_not_editable` for types and products that the caller does not administer.
   *
   * @throws auth_failure, params_required, object_does_not_exist, flag_type_not_editable, flag_type_name_invalid, flag_type_description_invalid, flag_type_cc_list_invalid, illegal_email_address, flag_type_sortkey_invalid, require_component
   * @example Disable a flag type for new flags
   * ```ts
   * await admin.flagTypes.update({ names: ['review'], is_active: false })
   * ```
   */
  readonly update: (input?: FlagTypesUpdateInput, options?: CallOptions) => Promise<FlagTypesUpdateAnswer>

  /**
   * Deletes flag types without flags, all of them or none. A type with flags can be made inactive instead. For members of editcomponents; for types restricted to products, also for users who have this right in all of them.
   *
   * Fails with `params_required` without names or ids; `flag_type_not_editable` for types that the caller does not administer.
   *
   * @throws auth_failure, params_required, object_does_not_exist, flag_type_not_editable, still_in_use
   * @example Remove a flag type by its name
   * ```ts
   * await admin.flagTypes.delete({ names: ['review'] })
   * ```
   */
  readonly delete: (input?: FlagTypesDeleteInput, options?: CallOptions) => Promise<FlagTypesDeleteAnswer>
}

/** The input of `flagTypes.create`. */
export interface FlagTypesCreateInput {
  /** Name, 1 to 50 characters without spaces and commas; does not have to be unique. */
  readonly name: string
  /** Description of the flag type, in simple HTML. */
  readonly description: string
  /** Type of item: `bug` or `attachment`. */
  readonly target_type?: 'bug' | 'attachment' | undefined
  /** Where the type applies: product names, or `{ product: [components] }`. Defaults to everywhere. */
  readonly inclusions?: readonly (string | { readonly [name: string]: readonly string[] })[] | undefined
  /** Where the type does not apply: product names, or `{ product: [components] }`. */
  readonly exclusions?: readonly (string | { readonly [name: string]: readonly string[] })[] | undefined
  /** Sort position, 0 to 32767. Flag types are listed by it, then by name. */
  readonly sort_key?: number | undefined
  /** Alias of `sort_key`. */
  readonly sortkey?: number | undefined
  /** New flags can be set. */
  readonly is_active?: boolean | undefined
  /** The flag can be requested (`?`). */
  readonly is_requestable?: boolean | undefined
  /** A particular user can be asked. */
  readonly is_requesteeble?: boolean | undefined
  /** Alias of `is_requesteeble`. */
  readonly is_specifically_requestable?: boolean | undefined
  /** Several flags can be set on one bug or attachment. */
  readonly is_multiplicable?: boolean | undefined
  /** Addresses to notify about such flags, at most 200 characters. */
  readonly cc_list?: string | undefined
  /** Name of the group that can grant or deny the flag; empty for all users. */
  readonly grant_group?: string | undefined
  /** Name of the group that can request the flag; empty for all users. */
  readonly request_group?: string | undefined
}

/** The answer of `flagTypes.create`. */
export interface FlagTypesCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `flagTypes.get`. */
export interface FlagTypesGetInput {
  /** IDs of the flag types. */
  readonly ids?: readonly number[] | undefined
  /** Names of the flag types. A name selects all types with that name. */
  readonly names?: readonly string[] | undefined
  /** Name of a product to which the types apply. */
  readonly product?: string | undefined
  /** Name of a component of `product` to which the types apply. */
  readonly component?: string | undefined
}

/** The answer of `flagTypes.get`. */
export interface FlagTypesGetAnswer {
  /** Flag types of bugs. */
  bug: FlagType[]
  /** Flag types of attachments. */
  attachment: FlagType[]
}

/** The input of `flagTypes.update`. */
export interface FlagTypesUpdateInput {
  /** IDs of the flag types. */
  readonly ids?: readonly number[] | undefined
  /** Names of the flag types. A name selects all types with that name. */
  readonly names?: readonly string[] | undefined
  /** Name, 1 to 50 characters without spaces and commas; does not have to be unique. */
  readonly name?: string | undefined
  /** Description of the flag type, in simple HTML. */
  readonly description?: string | undefined
  /** Where the type applies: product names, or `{ product: [components] }`. Defaults to everywhere. */
  readonly inclusions?: readonly (string | { readonly [name: string]: readonly string[] })[] | undefined
  /** Where the type does not apply: product names, or `{ product: [components] }`. */
  readonly exclusions?: readonly (string | { readonly [name: string]: readonly string[] })[] | undefined
  /** Sort position, 0 to 32767. Flag types are listed by it, then by name. */
  readonly sort_key?: number | undefined
  /** Alias of `sort_key`. */
  readonly sortkey?: number | undefined
  /** New flags can be set. */
  readonly is_active?: boolean | undefined
  /** The flag can be requested (`?`). */
  readonly is_requestable?: boolean | undefined
  /** A particular user can be asked. */
  readonly is_requesteeble?: boolean | undefined
  /** Alias of `is_requesteeble`. */
  readonly is_specifically_requestable?: boolean | undefined
  /** Several flags can be set on one bug or attachment. */
  readonly is_multiplicable?: boolean | undefined
  /** Addresses to notify about such flags, at most 200 characters. */
  readonly cc_list?: string | undefined
  /** Name of the group that can grant or deny the flag; empty for all users. */
  readonly grant_group?: string | undefined
  /** Name of the group that can request the flag; empty for all users. */
  readonly request_group?: string | undefined
}

/** The answer of `flagTypes.update`. */
export interface FlagTypesUpdateAnswer {
  /** Changes of each flag type. */
  flagtypes: {
    /** ID of the changed object. */
    id: number
    /** Changes by field name. Booleans are `1` and `0`; no value is an empty string. */
    changes: { [name: string]: FieldChange }
    /** Name of the flag type. */
    name: string
  }[]
}

/** The input of `flagTypes.delete`. */
export interface FlagTypesDeleteInput {
  /** IDs of the flag types. */
  readonly ids?: readonly number[] | undefined
  /** Names of the flag types. A name selects all types with that name. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `flagTypes.delete`. */
export interface FlagTypesDeleteAnswer {
  /** Deleted flag types. */
  flagtypes: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `follows`. */
export interface FollowsOperations {
  /**
   * Returns the products, components, users and bugs that the caller follows, muted bugs, and those that the caller stopped following, as far as the caller can see them.
   *
   * With `bug` or `product`, only this bug or place is returned. `limit` and `offset` count all lists as one, in the order products, components, users, bugs, muted, off.
   *
   * Fails with `param_invalid` for `bug` with `product`, `component` without `product`, or a limit above 1,000; `object_does_not_exist` for a place and `bug_id_does_not_exist` for a bug that the caller cannot see.
   *
   * @throws login_required, param_invalid, param_must_be_numeric, object_does_not_exist, bug_id_does_not_exist, improper_bug_id_field_value
   * @example Components that you follow
   * ```ts
   * const { components } = await alice.follows.get()
   * ```
   * @example How you follow a product and its components
   * ```ts
   * const { products, components } = await alice.follows.get({ product: 'Widgets' })
   * ```
   */
  readonly get: (input?: FollowsGetInput, options?: CallOptions) => Promise<FollowsGetAnswer>

  /**
   * Adds and removes what the caller follows, stops following bugs, and mutes bugs. Following concerns the inbox, with `by_mail` email too; following a user is watching them, which concerns email. A product or component is followed from now on: earlier changes are not unread.
   *
   * Bugs that are `off` cause no lines or email because you reported them, commented on them, are their QA contact or on their CC list, or follow their product or component; mentions, requests and bugs that are assigned to you still do. Muted bugs cause no email at all, and only mentions and requests reach the inbox. Removing a bug ends either.
   *
   * Following again sets the scope and `by_mail`; removing what is not followed changes nothing. The lists apply in the order `remove`, `add`, `mute`, `off`.
   *
   * Fails with `params_required` without targets; `param_invalid` for a target that names no thing or several; `follow_limit` above 5,000 bugs, 200 products and components, or 100 users; `illegal_value` for the caller.
   *
   * @throws login_required, params_required, param_invalid, follow_limit, bug_id_does_not_exist, improper_bug_id_field_value, object_does_not_exist, illegal_value
   * @example Follow new bugs of a component
   * ```ts
   * await alice.follows.update({ add: [{ product: 'Widgets', component: 'UI' }] })
   * ```
   * @example Stop following a bug that you reported
   * ```ts
   * await alice.follows.update({ off: [{ bug: 12 }] })
   * ```
   * @example Mute a bug
   * ```ts
   * await alice.follows.update({ mute: [{ bug: 12 }] })
   * ```
   */
  readonly update: (input?: FollowsUpdateInput, options?: CallOptions) => Promise<FollowsUpdateAnswer>
}

/** The input of `follows.get`. */
export interface FollowsGetInput {
  /** Only this bug, by ID or alias. */
  readonly bug?: number | string | undefined
  /** Only this product and its components. */
  readonly product?: string | undefined
  /** Only this component of `product`. */
  readonly component?: string | undefined
  /** Maximum number of results, at most 1,000. Default: all. */
  readonly limit?: number | undefined
  /** Number of results to skip. Only with `limit`. */
  readonly offset?: number | undefined
}

/** The answer of `follows.get`. */
export interface FollowsGetAnswer {
  /** Products that the caller follows. */
  products: {
    /** Name of the product. */
    product: string
    /** `new`: new bugs; `all`: all changes. */
    scope: 'new' | 'all'
    /** Whether email is also sent. */
    by_mail: boolean
  }[]
  /** Components that the caller follows. */
  components: {
    /** Name of the product. */
    product: string
    /** Name of the component. */
    component: string
    /** `new`: new bugs; `all`: all changes. */
    scope: 'new' | 'all'
    /** Whether email is also sent. */
    by_mail: boolean
  }[]
  /** Logins of the users whom the caller watches. */
  users: string[]
  /** Bugs that the caller follows, by ID. */
  bugs: FollowedBug[]
  /** Muted bugs, by ID. */
  muted: FollowedBug[]
  /** Bugs that the caller stopped following, by ID. */
  off: FollowedBug[]
  /** Number of results without `limit` and `offset`. */
  total: number
}

/** The input of `follows.update`. */
export interface FollowsUpdateInput {
  /** Targets to follow. */
  readonly add?: readonly FollowTarget[] | undefined
  /** Targets to unfollow or unmute. Roles and comments then decide about bugs. */
  readonly remove?: readonly FollowTarget[] | undefined
  /** Bugs to mute. */
  readonly mute?: readonly FollowTarget[] | undefined
  /** Bugs to stop following, whatever your roles and comments. */
  readonly off?: readonly FollowTarget[] | undefined
}

/** The answer of `follows.update`. */
export type FollowsUpdateAnswer = Record<string, never>

/** The operations of `forms`. */
export interface FormsOperations {
  /**
   * Creates a form: the questions that replace the description of a new bug. Its `body` is that of an issue form of GitHub, as JSON. There are at most 50. For members of editcomponents, and of groups that have this right within its product.
   *
   * Fails with `form_invalid`, which names the place in the body and what is accepted.
   *
   * @throws name_blank, name_too_long, name_in_use, form_invalid, too_many_forms, sort_key_invalid, object_does_not_exist, value_inactive, product_admin_denied, auth_failure
   * @example Two questions about bugs in Widgets
   * ```ts
   * await admin.forms.create({ name: 'Bug report', product: 'Widgets', body: [
   *   { type: 'textarea', id: 'steps', attributes: { label: 'Steps to reproduce' }, validations: { required: true } },
   *   { type: 'dropdown', id: 'priority', attributes: { label: 'How urgent is it?', options: ['High', 'Low'] } },
   * ] })
   * ```
   */
  readonly create: (input: FormsCreateInput, options?: CallOptions) => Promise<FormsCreateAnswer>

  /**
   * Forms of products that the caller can access, and those of all products: those with these `ids` or `names`, or all, in their order. Missing ones are omitted. Exclude `body` for a list.
   *
   * @throws object_does_not_exist
   * @example Get the forms for a bug in Widgets
   * ```ts
   * const { forms } = await alice.forms.get({ product: 'Widgets', exclude_fields: ['body'] })
   * ```
   */
  readonly get: <const F extends readonly FormField[] = never, const X extends readonly FormField[] = never>(
    input?: FormsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<FormsGetAnswer<Select<Form, F, X>>>

  /**
   * Updates forms, all of them or none. `body` replaces all elements, `keywords` all keywords. For members of editcomponents, and of groups that have this right within the products. Changes of a body list its labels.
   *
   * Fails with `params_required` without names or ids; `object_does_not_exist` for a form, product, component or keyword; `form_invalid`, which names the place in the body and what is accepted; `still_in_use` for another product than that of an intake with the form.
   *
   * @throws params_required, name_blank, name_too_long, name_in_use, param_invalid, form_invalid, sort_key_invalid, object_does_not_exist, value_inactive, product_admin_denied, auth_failure, still_in_use
   * @example Offer a form no more
   * ```ts
   * await admin.forms.update({ names: ['Bug report'], is_active: false })
   * ```
   */
  readonly update: (input?: FormsUpdateInput, options?: CallOptions) => Promise<FormsUpdateAnswer>

  /**
   * Deletes forms, all of them or none. Bugs that were filed with them keep their descriptions. For members of editcomponents, and of groups that have this right within the products.
   *
   * Fails with `params_required` without names or ids; `still_in_use` for the form of an intake.
   *
   * @throws params_required, object_does_not_exist, product_admin_denied, auth_failure, still_in_use
   * @example Remove a form by its name
   * ```ts
   * await admin.forms.delete({ names: ['Bug report'] })
   * ```
   */
  readonly delete: (input?: FormsDeleteInput, options?: CallOptions) => Promise<FormsDeleteAnswer>
}

/** The input of `forms.create`. */
export interface FormsCreateInput {
  /** 1 to 64 characters. Unique. */
  readonly name: string
  /** When to choose it, at most 1,000 characters. */
  readonly description?: string | undefined
  /** The product of new bugs; null for all products. */
  readonly product?: string | null | undefined
  /** The component of new bugs that name none; null for none. Requires a `product`. */
  readonly component?: string | null | undefined
  /** The elements: 1 to 100, at most 64 kB, of the types `markdown`, `input`, `textarea`, `dropdown` and `checkboxes`, as in issue forms of GitHub; also as one text of JSON. */
  readonly body: readonly FormElement[]
  /** The beginning of summaries, at most 100 characters. */
  readonly title?: string | undefined
  /** Names of keywords that new bugs get in addition, also of reporters without the right to set them. */
  readonly keywords?: string | readonly (string | null)[] | undefined
  /** Whether it can be chosen. */
  readonly is_active?: boolean | undefined
  /** Forms are listed by it, then by name; -32768 to 32767. */
  readonly sort_key?: number | undefined
}

/** The answer of `forms.create`. */
export interface FormsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `forms.get`. */
export interface FormsGetInput {
  /** IDs of the forms. */
  readonly ids?: readonly number[] | undefined
  /** Names of the forms. */
  readonly names?: readonly string[] | undefined
  /** Only active forms for new bugs of this product. */
  readonly product?: string | undefined
}

/** The answer of `forms.get`. */
export interface FormsGetAnswer<T = Form> {
  /** The forms, in their order. */
  forms: T[]
}

/** The input of `forms.update`. */
export interface FormsUpdateInput {
  /** IDs of the forms. */
  readonly ids?: readonly number[] | undefined
  /** Names of the forms. */
  readonly names?: readonly string[] | undefined
  /** 1 to 64 characters. Unique. */
  readonly name?: string | undefined
  /** When to choose it, at most 1,000 characters. */
  readonly description?: string | undefined
  /** The product of new bugs; null for all products. */
  readonly product?: string | null | undefined
  /** The component of new bugs that name none; null for none. Requires a `product`. */
  readonly component?: string | null | undefined
  /** The elements: 1 to 100, at most 64 kB, of the types `markdown`, `input`, `textarea`, `dropdown` and `checkboxes`, as in issue forms of GitHub; also as one text of JSON. */
  readonly body?: readonly FormElement[] | undefined
  /** The beginning of summaries, at most 100 characters. */
  readonly title?: string | undefined
  /** Names of keywords that new bugs get in addition, also of reporters without the right to set them. */
  readonly keywords?: string | readonly (string | null)[] | undefined
  /** Whether it can be chosen. */
  readonly is_active?: boolean | undefined
  /** Forms are listed by it, then by name; -32768 to 32767. */
  readonly sort_key?: number | undefined
}

/** The answer of `forms.update`. */
export interface FormsUpdateAnswer {
  /** Changes of each form. */
  forms: Changed[]
}

/** The input of `forms.delete`. */
export interface FormsDeleteInput {
  /** IDs of the forms. */
  readonly ids?: readonly number[] | undefined
  /** Names of the forms. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `forms.delete`. */
export interface FormsDeleteAnswer {
  /** Deleted forms. */
  forms: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `groupControls`. */
export interface GroupControlsOperations {
  /**
   * Returns how groups apply to the products with these `ids` and `names`, or to all that the caller administers. Omitted groups do not apply. For members of editcomponents, and of groups that have this right within the product.
   *
   * @throws object_does_not_exist, product_admin_denied
   * @example Get the groups of a product
   * ```ts
   * const { group_controls } = await admin.groupControls.get({ names: ['Widgets'] })
   * ```
   */
  readonly get: (input?: GroupControlsGetInput, options?: CallOptions) => Promise<GroupControlsGetAnswer>

  /**
   * Sets how one group applies to products, all of them or none. For members of editcomponents, and of groups that have this right within the product.
   *
   * Allowed for non-members: with 'na' only 'na', with 'shown' all, with 'default' all but 'shown', with 'mandatory' only 'mandatory'. Omitted controls stay.
   *
   * If the group becomes mandatory, all bugs of the product are added to it; if it no longer applies, all are removed from it. A caller who is neither in the group nor an administrator can only make it stricter: na, shown, default, mandatory.
   *
   * Fails with `params_required` without a product; `object_does_not_exist` for a product or group; `illegal_value` for a group that cannot apply and for an invalid combination of controls.
   *
   * @throws params_required, object_does_not_exist, product_admin_denied, auth_failure, illegal_value
   * @example Let members add bugs of a product to a group
   * ```ts
   * await admin.groupControls.update({ names: ['Widgets'], group: 'secret', member_control: 'shown', other_control: 'na' })
   * ```
   */
  readonly update: (input: GroupControlsUpdateInput, options?: CallOptions) => Promise<GroupControlsUpdateAnswer>
}

/** The input of `groupControls.get`. */
export interface GroupControlsGetInput {
  /** IDs of the products. */
  readonly ids?: readonly number[] | undefined
  /** Names of the products. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `groupControls.get`. */
export interface GroupControlsGetAnswer {
  /** How each group applies to each product. */
  group_controls: GroupControl[]
}

/** The input of `groupControls.update`. */
export interface GroupControlsUpdateInput {
  /** IDs of the products. */
  readonly ids?: readonly number[] | undefined
  /** Names of the products. */
  readonly names?: readonly string[] | undefined
  /** Name or ID of the group. It must be a group for bugs; if it is new to the product, an active one. */
  readonly group: number | string
  /** Only members can file bugs. */
  readonly entry?: boolean | undefined
  /** Whether new bugs of members or of other users are in the group: `na` (never), `shown` (optional), `default` (selected by default), `mandatory` (always). */
  readonly member_control?: 'na' | 'shown' | 'default' | 'mandatory' | undefined
  /** Whether new bugs of members or of other users are in the group: `na` (never), `shown` (optional), `default` (selected by default), `mandatory` (always). */
  readonly other_control?: 'na' | 'shown' | 'default' | 'mandatory' | undefined
  /** Only members can edit bugs. */
  readonly canedit?: boolean | undefined
  /** Permission of members within the product. */
  readonly editcomponents?: boolean | undefined
  /** Permission of members within the product. */
  readonly editbugs?: boolean | undefined
  /** Permission of members within the product. */
  readonly canconfirm?: boolean | undefined
}

/** The answer of `groupControls.update`. */
export interface GroupControlsUpdateAnswer {
  /** Changes of each product. */
  group_controls: {
    /** ID of the product. */
    product_id: number
    /** ID of the group. */
    group_id: number
    /** Changes by field name. Booleans are `1` and `0`. */
    changes: { [name: string]: FieldChange }
  }[]
}

/** The operations of `groups`. */
export interface GroupsOperations {
  /**
   * Creates a group to which bugs can be restricted.
   *
   * Members of admin are members of every group and can grant it.
   *
   * Fails with `auth_failure` without creategroups; `param_invalid` for icon_url.
   *
   * @throws auth_failure, empty_group_name, group_exists, empty_group_description, invalid_regexp, param_invalid, text_too_long
   * @example Create a group for a team
   * ```ts
   * const { id } = await admin.groups.create({ name: 'security', description: 'Security team' })
   * ```
   */
  readonly create: (input: GroupsCreateInput, options?: CallOptions) => Promise<GroupsCreateAnswer>

  /**
   * Returns groups by ID or name, or all that the caller can see.
   *
   * Members of creategroups and editusers can see all groups, other callers those that they can grant. `is_active`, `is_bug_group`, `user_regexp` and the extra field `icon_url` are for members of creategroups.
   *
   * Fails with `object_does_not_exist` for an unknown or hidden group.
   *
   * @throws login_required, object_does_not_exist
   * @example Get a group with its members
   * ```ts
   * const { groups } = await admin.groups.get({ names: ['security'], membership: true })
   * ```
   */
  readonly get: <const F extends readonly GroupField[] = never, const X extends readonly GroupField[] = never>(
    input?: GroupsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<GroupsGetAnswer<Select<Group, F, X>>>

  /**
   * Updates groups, all of them or none.
   *
   * The response contains the changes of each group, booleans as '1' and '0'.
   *
   * Fails with `auth_failure` without creategroups, and for the pattern of a group that the caller cannot grant and whose members gain access by it; for is_active of a group in which products keep bugs, unless the caller is a member; `params_required` without names or ids; `object_does_not_exist` for a group; `param_invalid` for a name on several groups or on a system group, and for the pattern by which the last administrator with a password is in the group that the parameter password_login_group names.
   *
   * @throws auth_failure, params_required, object_does_not_exist, param_invalid, empty_group_name, group_exists, empty_group_description, invalid_regexp, text_too_long
   * @example Add all users with an address at a host
   * ```ts
   * const { groups } = await admin.groups.update({ names: ['security'], user_regexp: '@security\\.example\\.com$' })
   * ```
   */
  readonly update: (input?: GroupsUpdateInput, options?: CallOptions) => Promise<GroupsUpdateAnswer>

  /**
   * Deletes unused groups, all of them or none: groups without members, bugs, products, flag types, shared searches and parameters that refer to them. Their inheritance and grants are deleted too. System groups cannot be deleted.
   *
   * Fails with `auth_failure` without creategroups; `params_required` without names or ids.
   *
   * @throws auth_failure, params_required, object_does_not_exist, param_invalid, still_in_use
   * @example Remove a group by its name
   * ```ts
   * await admin.groups.delete({ names: ['security'] })
   * ```
   */
  readonly delete: (input?: GroupsDeleteInput, options?: CallOptions) => Promise<GroupsDeleteAnswer>

  /**
   * Updates which groups the given groups include, which groups can grant them, and which can see their members.
   *
   * Each list accepts groups by ID or name, with `add` and `remove`, or `set` for the complete list. The relations of admin to every group stay.
   *
   * Fails with `auth_failure` without creategroups, and for membership and bless of a group that the caller cannot grant and that has any permissions; `params_required` without names or ids; `object_does_not_exist` for a group; `param_invalid` for removing admin, for a group that would include itself, and if the group in the parameter password_login_group is left without an administrator who has a password.
   *
   * @throws auth_failure, params_required, object_does_not_exist, param_invalid
   * @example Include one group in another
   * ```ts
   * await admin.groups.inherit({ names: ['security'], membership: { add: ['developers'] } })
   * ```
   */
  readonly inherit: (input?: GroupsInheritInput, options?: CallOptions) => Promise<GroupsInheritAnswer>

  /**
   * Returns which groups the groups with these `ids` or `names`, or all groups, include, which groups can grant them, and which can see their members.
   *
   * Fails with `auth_failure` without creategroups; `object_does_not_exist` for a group.
   *
   * @throws auth_failure, object_does_not_exist
   * @example Get the groups that a group includes
   * ```ts
   * const { groups } = await admin.groups.inheritance({ names: ['security'] })
   * ```
   */
  readonly inheritance: (input?: GroupsInheritanceInput, options?: CallOptions) => Promise<GroupsInheritanceAnswer>
}

/** The input of `groups.create`. */
export interface GroupsCreateInput {
  /** Name, at most 255 characters; unique, ignoring case. */
  readonly name: string
  /** Display name or description. */
  readonly description: string
  /** Regular expression. Users whose login contains a match, ignoring case, are members. */
  readonly user_regexp?: string | undefined
  /** Bugs can be restricted to the group. Defaults to true. */
  readonly is_active?: boolean | undefined
  /** URL or path of an icon. */
  readonly icon_url?: string | undefined
}

/** The answer of `groups.create`. */
export interface GroupsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `groups.get`. */
export interface GroupsGetInput {
  /** IDs of the groups. */
  readonly ids?: readonly number[] | undefined
  /** Names of the groups. */
  readonly names?: readonly string[] | undefined
  /** Include the members of each group whom the caller can see. */
  readonly membership?: boolean | undefined
}

/** The answer of `groups.get`. */
export interface GroupsGetAnswer<T = Group> {
  /** The groups. */
  groups: T[]
}

/** The input of `groups.update`. */
export interface GroupsUpdateInput {
  /** IDs of the groups. */
  readonly ids?: readonly number[] | undefined
  /** Names of the groups. */
  readonly names?: readonly string[] | undefined
  /** New name, for a single group only, not for system groups. Parameters that refer to it are updated. */
  readonly name?: string | undefined
  /** Display name or description. */
  readonly description?: string | undefined
  /** Regular expression. Users with a matching login are members. Empty: none by pattern. */
  readonly user_regexp?: string | undefined
  /** More bugs can be restricted to the group. Activating it adds the bugs of products for which it is mandatory. */
  readonly is_active?: boolean | undefined
  /** URL or path of an icon; empty for none. */
  readonly icon_url?: string | undefined
}

/** The answer of `groups.update`. */
export interface GroupsUpdateAnswer {
  /** Changes of each group. Booleans are `1` and `0`. */
  groups: Changed[]
}

/** The input of `groups.delete`. */
export interface GroupsDeleteInput {
  /** IDs of the groups. */
  readonly ids?: readonly number[] | undefined
  /** Names of the groups. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `groups.delete`. */
export interface GroupsDeleteAnswer {
  /** Deleted groups. */
  groups: {
    /** ID of the object. */
    id: number
  }[]
}

/** The input of `groups.inherit`. */
export interface GroupsInheritInput {
  /** IDs or names of the groups. */
  readonly ids?: readonly number[] | undefined
  /** IDs or names of the groups. */
  readonly names?: readonly string[] | undefined
  /** Groups whose members are also members of these, transitively. */
  readonly membership?: GroupsChange | undefined
  /** Groups whose members can grant them. */
  readonly bless?: GroupsChange | undefined
  /** Groups whose members can see their members. */
  readonly visible?: GroupsChange | undefined
}

/** The answer of `groups.inherit`. */
export interface GroupsInheritAnswer {
  /** Changes of each group. */
  groups: Changed[]
}

/** The input of `groups.inheritance`. */
export interface GroupsInheritanceInput {
  /** IDs of the groups. */
  readonly ids?: readonly number[] | undefined
  /** Names of the groups. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `groups.inheritance`. */
export interface GroupsInheritanceAnswer {
  /** Groups with their related groups. */
  groups: GroupRelations[]
}

/** The operations of `inbound`. */
export interface InboundOperations {
  /**
   * Lists email and events of git hosts that came in, newest first unless `oldest_first`. Administrators see all items. Insiders see reports that are held for products into which they can enter bugs; other callers see none.
   *
   * A cut response contains `limit` and `offset`.
   *
   * @throws search_too_expensive
   * @example Held reports
   * ```ts
   * const { items } = await admin.inbound.list({ outcome: 'held' })
   * ```
   */
  readonly list: (input?: InboundListInput, options?: CallOptions) => Promise<InboundListAnswer>

  /**
   * Returns a held or failed email message as it came in, or a held report as JSON. For administrators; held ones also for callers who can accept them.
   *
   * Fails with `object_does_not_exist` for an ID, and for an item without content.
   *
   * @throws object_does_not_exist
   * @example A failed message
   * ```ts
   * const { data } = await admin.inbound.content({ id: 3 })
   * ```
   */
  readonly content: (input: InboundContentInput, options?: CallOptions) => Promise<InboundContentAnswer>

  /**
   * Files held reports as bugs, in the intake as it is now: email as its sender, and reports from programs as the caller, because an address that was typed proves nothing; a private comment has it. A sender of email without an account gets one, with an invitation where the tracker sends email. A report whose sender, or caller, may not have an account or file bugs there stays held, with the reason `no_right`, or `rule_refused` if a rule of the embedding program rejects it.
   *
   * Fails with `object_does_not_exist` for an ID; `inbound_not_possible` for an item that is not held; `mail_reader_missing` if this process cannot read email.
   *
   * @throws object_does_not_exist, inbound_not_possible, mail_reader_missing
   * @example File a report
   * ```ts
   * const { items } = await admin.inbound.accept({ ids: [3] })
   * ```
   */
  readonly accept: (input: InboundAcceptInput, options?: CallOptions) => Promise<InboundAcceptAnswer>

  /**
   * Refuses held reports and deletes their contents; all of them or none. The senders are not notified.
   *
   * Fails with `object_does_not_exist` for an ID; `inbound_not_possible` for an item that is not held.
   *
   * @throws object_does_not_exist, inbound_not_possible
   * @example Refuse all reports of a sender
   * ```ts
   * const { items } = await admin.inbound.refuse({ ids: [3], all_of_sender: true })
   * ```
   */
  readonly refuse: (input: InboundRefuseInput, options?: CallOptions) => Promise<InboundRefuseAnswer>

  /**
   * Receives failed email messages again, as if they had just arrived. Messages that are refused stay failed, with the reason, and can be retried.
   *
   * Fails with `auth_failure` for users who are not administrators; `object_does_not_exist` for an ID; `inbound_not_possible` for an item that has not failed; `mail_reader_missing` if this process cannot read email; `deliveries_on_hold` while the tracker receives no email.
   *
   * @throws auth_failure, deliveries_on_hold, inbound_not_possible, mail_reader_missing, object_does_not_exist
   * @example Try again
   * ```ts
   * const { items } = await admin.inbound.retry({ ids: [3] })
   * ```
   */
  readonly retry: (input: InboundRetryInput, options?: CallOptions) => Promise<InboundRetryAnswer>
}

/** The input of `inbound.list`. */
export interface InboundListInput {
  /** Only these. */
  readonly ids?: readonly number[] | undefined
  /** Only items of these kinds. */
  readonly way?: 'mail' | 'code' | 'report' | readonly ('mail' | 'code' | 'report')[] | undefined
  /** Only items with these outcomes. */
  readonly outcome?:
    | 'begun'
    | 'done'
    | 'nothing'
    | 'held'
    | 'refused'
    | 'failed'
    | readonly ('begun' | 'done' | 'nothing' | 'held' | 'refused' | 'failed')[]
    | undefined
  /** Only items with this reason, such as `not_verified`. */
  readonly reason?: string | undefined
  /** Only items of this source. */
  readonly source?: string | undefined
  /** Adds the start of the text of held reports, the names of their files, and `details`. */
  readonly preview?: boolean | undefined
  /** Reverses the order. */
  readonly oldest_first?: boolean | undefined
  /** Maximum number of results, at most 1000. Defaults to 100. */
  readonly limit?: number | undefined
  /** Number of results to skip. */
  readonly offset?: number | undefined
}

/** The answer of `inbound.list`. */
export interface InboundListAnswer {
  /** The items. */
  items: InboundItem[]
  /** Limit that cut the response; absent if it is complete from the offset on. */
  limit?: string
  /** Offset of a cut response. */
  offset?: number
  /** Total number of results; absent if unknown. */
  total_matches?: number
}

/** The input of `inbound.content`. */
export interface InboundContentInput {
  /** ID of the item. */
  readonly id: number
  /** The first byte. */
  readonly offset?: number | undefined
  /** The most bytes; default and maximum: 32 MB. */
  readonly length?: number | undefined
}

/** The answer of `inbound.content`. */
export interface InboundContentAnswer {
  /** The message, or this part of it. */
  data: Uint8Array
  /** Bytes of the whole message. */
  size: number
  /** `report`: it is JSON. */
  way: 'mail' | 'code' | 'report'
  /** Time of the outcome. */
  time: Date
}

/** The input of `inbound.accept`. */
export interface InboundAcceptInput {
  /** IDs of 1 to 100 items, from inbound.list. */
  readonly ids: readonly number[]
}

/** The answer of `inbound.accept`. */
export interface InboundAcceptAnswer {
  /** The items. */
  items: {
    /** ID of the item. */
    id: number
    /** Its outcome now. */
    outcome: string
    /** Why it could not be done; otherwise empty. */
    reason: string
    /** The new bug, or changed bugs. */
    bugs: number[]
  }[]
}

/** The input of `inbound.refuse`. */
export interface InboundRefuseInput {
  /** IDs of 1 to 100 items, from inbound.list. */
  readonly ids: readonly number[]
  /** Also all other held reports of these senders: for email, of their addresses; for other reports, from their networks. */
  readonly all_of_sender?: boolean | undefined
}

/** The answer of `inbound.refuse`. */
export interface InboundRefuseAnswer {
  /** The items. */
  items: {
    /** ID of the item. */
    id: number
    /** Its outcome now. */
    outcome: string
    /** Why it could not be done; otherwise empty. */
    reason: string
    /** The new bug, or changed bugs. */
    bugs: number[]
  }[]
}

/** The input of `inbound.retry`. */
export interface InboundRetryInput {
  /** IDs of 1 to 100 items, from inbound.list. */
  readonly ids: readonly number[]
}

/** The answer of `inbound.retry`. */
export interface InboundRetryAnswer {
  /** The items. */
  items: {
    /** ID of the item. */
    id: number
    /** Its outcome now. */
    outcome: string
    /** Why it could not be done; otherwise empty. */
    reason: string
    /** The new bug, or changed bugs. */
    bugs: number[]
  }[]
}

/** The operations of `inbox`. */
export interface InboxOperations {
  /**
   * Returns the bugs with comments and changes by others that concern the caller, newest first, one line for each bug. Bugs concern you if you have a role, are mentioned or asked, follow the bug, or follow its product or component.
   *
   * Everything is checked when you read: lines contain only bugs, comments and changes that you can see at that time. A line remains unread while a flag waits for you. Changes older than 90 days are not included, nor, until you first mark everything as done, those older than 14 days.
   *
   * Fails with `object_does_not_exist` for a product that the caller cannot see.
   *
   * @throws login_required, object_does_not_exist, param_invalid, param_must_be_numeric
   * @example The unread lines
   * ```ts
   * const { items, count } = await alice.inbox.get()
   * ```
   * @example Only the number of unread lines
   * ```ts
   * const { count } = await alice.inbox.get({ limit: 0 })
   * ```
   */
  readonly get: (input?: InboxGetInput, options?: CallOptions) => Promise<InboxGetAnswer>

  /**
   * Marks bugs in the inbox of the caller as done or unread, or puts them off until a time. Only what was shown becomes seen: what the `seen` of the lines says. With `all_until`, everything that happened until then is done. A line that was put off returns as unread, earlier if you are mentioned or asked.
   *
   * Marking a bug that does not concern the caller as unread makes no line. A waiting flag keeps its line unread. With `undo`, lines are again as they were before `done` or `later`, with what came since; what was marked as done since with `all_until` remains done.
   *
   * Fails with `params_required` without `bugs` and `all_until`; `param_required` without `seen` for `done` and `later`; `param_invalid` for both, for a `seen` or `undo` of another length than `bugs`, for `undo` with another state than `unread`, for `all_until` with `later`, and for an `until` that is absent, past, or more than a year away.
   *
   * @throws login_required, param_required, params_required, param_invalid, bug_id_does_not_exist, improper_bug_id_field_value
   * @example Finish the first line
   * ```ts
   * const { items } = await alice.inbox.get()
   * for (const { bug, seen } of items.slice(0, 1)) await alice.inbox.update({ bugs: [bug.id], seen: [seen], state: 'done' })
   * ```
   * @example Mark everything as done, up to `newest` of the displayed response
   * ```ts
   * const { newest } = await alice.inbox.get()
   * if (newest) await alice.inbox.update({ all_until: new Date(newest), state: 'done' })
   * ```
   */
  readonly update: (input: InboxUpdateInput, options?: CallOptions) => Promise<InboxUpdateAnswer>
}

/** The input of `inbox.get`. */
export interface InboxGetInput {
  /** Lines that are unread, put off, done, or all of them. */
  readonly state?: 'unread' | 'later' | 'done' | 'all' | undefined
  /** Only lines with this reason. */
  readonly reason?: 'mentioned' | 'asked' | 'assigned' | 'role' | 'followed' | undefined
  /** Only bugs in this product. */
  readonly product?: string | undefined
  /** Maximum number of lines, 0 to 100. 0: only the count. */
  readonly limit?: number | undefined
  /** `next` of an earlier response, to continue after it. */
  readonly cursor?: string | undefined
}

/** The answer of `inbox.get`. */
export interface InboxGetAnswer {
  /** Lines, newest first. */
  items: InboxItem[]
  /** Number of unread lines, regardless of the filters. 100 means 100 or more. */
  count: number
  /** Cursor of the next page; null on the last one. A page can have fewer lines than the limit. */
  next: string | null
  /** The time of the last change of the lines, in ISO format with milliseconds, for `all_until` of `inbox.update`; null without lines. */
  newest: string | null
}

/** The input of `inbox.update`. */
export interface InboxUpdateInput {
  /** Bugs by ID or alias, at most 500. */
  readonly bugs?: readonly (number | string)[] | undefined
  /** For `done` and `later`: `seen` of the line of each bug, in the order of `bugs`. */
  readonly seen?: readonly string[] | undefined
  /** For `unread`: `undo` of the response to undo, for each bug in the order of `bugs`. */
  readonly undo?: readonly string[] | undefined
  /** Everything up to this time, at most up to now, instead of `bugs`. With `unread`, only what happened up to then remains done: `before` undoes `done`. */
  readonly all_until?: Date | undefined
  /** The new state. */
  readonly state: 'done' | 'unread' | 'later'
  /** For `later`: when the lines return, at most a year from now. */
  readonly until?: Date | undefined
}

/** The answer of `inbox.update`. */
export interface InboxUpdateAnswer {
  /** Number of stored marks. */
  changed: number
  /** For `undo`: the state of each bug before, in the order of `bugs`. Opaque. */
  undo: string[]
  /** With `all_until`: the time up to which everything was done before, in ISO format with milliseconds, 1970 if never; null otherwise. */
  before: string | null
}

/** The operations of `intakes`. */
export interface IntakesOperations {
  /**
   * Creates an intake: a name under which new bugs arrive from outside, and where they are filed. For members of editcomponents, and of groups that have this right within the product; `account` for administrators. Programs can send reports once `intakes.rotateKey` has given it a key.
   *
   * @throws name_blank, name_too_long, name_in_use, param_invalid, list_too_long, number_too_large, number_too_small, object_does_not_exist, product_admin_denied, intake_needs_account, auth_failure, api_key_scope
   * @example Bugs in Widgets, without an account
   * ```ts
   * await admin.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0', accepts: 'anybody' })
   * ```
   */
  readonly create: (input: IntakesCreateInput, options?: CallOptions) => Promise<IntakesCreateAnswer>

  /**
   * Returns intakes of products that the caller can administer, by name: those with these `ids` or `names`, or all. Missing ones are omitted.
   *
   * @example All intakes
   * ```ts
   * const { intakes } = await admin.intakes.get()
   * ```
   */
  readonly get: <const F extends readonly IntakeField[] = never, const X extends readonly IntakeField[] = never>(
    input?: IntakesGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<IntakesGetAnswer<Select<Intake, F, X>>>

  /**
   * Updates intakes, all of them or none. For members of editcomponents, and of groups that have this right within the products; `account` for administrators.
   *
   * Fails with `params_required` without names or ids; `object_does_not_exist` for an intake, and for a product, component, version or account; `intake_needs_account` if neither `holds` nor `account` remains.
   *
   * @throws params_required, name_blank, name_too_long, name_in_use, param_invalid, list_too_long, number_too_large, number_too_small, object_does_not_exist, product_admin_denied, intake_needs_account, auth_failure, api_key_scope
   * @example No more bugs from strangers
   * ```ts
   * await admin.intakes.update({ names: ['widgets'], accepts: 'accounts' })
   * ```
   */
  readonly update: (input?: IntakesUpdateInput, options?: CallOptions) => Promise<IntakesUpdateAnswer>

  /**
   * Deletes intakes, all of them or none. Reports that are held for them can then only be refused. For members of editcomponents, and of groups that have this right within the products.
   *
   * Fails with `params_required` without names or ids.
   *
   * @throws params_required, object_does_not_exist
   * @example Remove an intake by its name
   * ```ts
   * await admin.intakes.delete({ names: ['widgets'] })
   * ```
   */
  readonly delete: (input?: IntakesDeleteInput, options?: CallOptions) => Promise<IntakesDeleteAnswer>

  /**
   * Gives an intake a new key, which identifies it in the URL for reports from programs, `/rest/report/KEY`. The previous key becomes invalid. A key is not a secret: pages that anyone can read contain it. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `object_does_not_exist` for an ID.
   *
   * @throws object_does_not_exist
   * @example The first key
   * ```ts
   * const { key } = await admin.intakes.rotateKey({ id: 3 })
   * ```
   */
  readonly rotateKey: (input: IntakesRotateKeyInput, options?: CallOptions) => Promise<IntakesRotateKeyAnswer>
}

/** The input of `intakes.create`. */
export interface IntakesCreateInput {
  /** 1 to 24 characters: lowercase letters, digits and hyphens, beginning with a letter or digit. Unique. Part of the address for email to it. */
  readonly name: string
  /** Product of new bugs. */
  readonly product: string
  /** Component of new bugs, in the product. */
  readonly component: string
  /** Version of new bugs, in the product. */
  readonly version: string
  /** `accounts`: reports of users with an account. `anybody`: also anonymous reports, which are held until they are accepted or refused. */
  readonly accepts?: 'accounts' | 'anybody' | undefined
  /** Whether the intake accepts reports. */
  readonly is_active?: boolean | undefined
  /** Origins of pages that can send reports, such as `https://app.example.com`; at most 20. */
  readonly origins?: readonly string[] | undefined
  /** Maximum reports from programs per hour, 1 to 10,000. One network can send 10 of them. */
  readonly per_hour?: number | undefined
  /** Maximum size of a report from a program in KiB, 1 to 4,096. Its files can use 80 % of it. */
  readonly max_kb?: number | undefined
  /** Login of the account that files reports of users without an account, if they are not held; null for none. It must be enabled and not in a group with administrative permissions. Only administrators can change it. */
  readonly account?: string | null | undefined
  /** The form whose answers reports from programs contain; null for none. It is for the product, or for all. */
  readonly form?: string | null | undefined
  /** Whether reports from programs by users without an account are held until they are accepted. Requires an `account` if false. */
  readonly holds?: boolean | undefined
}

/** The answer of `intakes.create`. */
export interface IntakesCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `intakes.get`. */
export interface IntakesGetInput {
  /** IDs of the intakes. */
  readonly ids?: readonly number[] | undefined
  /** Names of the intakes. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `intakes.get`. */
export interface IntakesGetAnswer<T = Intake> {
  /** Intakes, by name. */
  intakes: T[]
}

/** The input of `intakes.update`. */
export interface IntakesUpdateInput {
  /** IDs of the intakes. */
  readonly ids?: readonly number[] | undefined
  /** Names of the intakes. */
  readonly names?: readonly string[] | undefined
  /** 1 to 24 characters: lowercase letters, digits and hyphens, beginning with a letter or digit. Unique. Part of the address for email to it. */
  readonly name?: string | undefined
  /** Product of new bugs. */
  readonly product?: string | undefined
  /** Component of new bugs, in the product. */
  readonly component?: string | undefined
  /** Version of new bugs, in the product. */
  readonly version?: string | undefined
  /** `accounts`: reports of users with an account. `anybody`: also anonymous reports, which are held until they are accepted or refused. */
  readonly accepts?: 'accounts' | 'anybody' | undefined
  /** Whether the intake accepts reports. */
  readonly is_active?: boolean | undefined
  /** Origins of pages that can send reports, such as `https://app.example.com`; at most 20. */
  readonly origins?: readonly string[] | undefined
  /** Maximum reports from programs per hour, 1 to 10,000. One network can send 10 of them. */
  readonly per_hour?: number | undefined
  /** Maximum size of a report from a program in KiB, 1 to 4,096. Its files can use 80 % of it. */
  readonly max_kb?: number | undefined
  /** Login of the account that files reports of users without an account, if they are not held; null for none. It must be enabled and not in a group with administrative permissions. Only administrators can change it. */
  readonly account?: string | null | undefined
  /** The form whose answers reports from programs contain; null for none. It is for the product, or for all. */
  readonly form?: string | null | undefined
  /** Whether reports from programs by users without an account are held until they are accepted. Requires an `account` if false. */
  readonly holds?: boolean | undefined
}

/** The answer of `intakes.update`. */
export interface IntakesUpdateAnswer {
  /** Changes of each intake. */
  intakes: Changed[]
}

/** The input of `intakes.delete`. */
export interface IntakesDeleteInput {
  /** IDs of the intakes. */
  readonly ids?: readonly number[] | undefined
  /** Names of the intakes. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `intakes.delete`. */
export interface IntakesDeleteAnswer {
  /** Deleted intakes. */
  intakes: {
    /** ID of the object. */
    id: number
  }[]
}

/** The input of `intakes.rotateKey`. */
export interface IntakesRotateKeyInput {
  /** ID of the intake. */
  readonly id: number
}

/** The answer of `intakes.rotateKey`. */
export interface IntakesRotateKeyAnswer {
  /** The key: `tki_` and 22 letters and digits. */
  key: string
}

/** The operations of `keywords`. */
export interface KeywordsOperations {
  /**
   * Creates a keyword.
   *
   * Fails with `auth_failure` without editkeywords; `param_invalid` for a space or comma; `object_not_specified` for an empty description.
   *
   * @throws auth_failure, name_blank, name_too_long, param_invalid, name_in_use, object_not_specified
   * @example Create a keyword for crashes
   * ```ts
   * const { id } = await admin.keywords.create({ name: 'crash', description: 'The program ends unexpectedly' })
   * ```
   */
  readonly create: (input: KeywordsCreateInput, options?: CallOptions) => Promise<KeywordsCreateAnswer>

  /**
   * Returns keywords, by name: those with these `ids` or `names`, or all. Missing ones are omitted. Available without login.
   *
   * @example All keywords
   * ```ts
   * const { keywords } = await alice.keywords.get()
   * ```
   */
  readonly get: <const F extends readonly KeywordField[] = never, const X extends readonly KeywordField[] = never>(
    input?: KeywordsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<KeywordsGetAnswer<Select<Keyword, F, X>>>

  /**
   * Updates keywords, all of them or none.
   *
   * Fails with `auth_failure` without editkeywords; `params_required` without names or ids; `param_invalid` for a name with several keywords, or with a space or comma; `object_not_specified` for an empty description.
   *
   * @throws auth_failure, params_required, object_does_not_exist, param_invalid, name_blank, name_too_long, name_in_use, object_not_specified
   * @example A keyword is out of use
   * ```ts
   * await admin.keywords.update({ names: ['crash'], is_active: false })
   * ```
   */
  readonly update: (input?: KeywordsUpdateInput, options?: CallOptions) => Promise<KeywordsUpdateAnswer>

  /**
   * Deletes keywords that no bug and no form has, all of them or none.
   *
   * Fails with `auth_failure` without editkeywords; `params_required` without names or ids.
   *
   * @throws auth_failure, params_required, object_does_not_exist, still_in_use
   * @example Remove a keyword by its name
   * ```ts
   * await admin.keywords.delete({ names: ['crash'] })
   * ```
   */
  readonly delete: (input?: KeywordsDeleteInput, options?: CallOptions) => Promise<KeywordsDeleteAnswer>
}

/** The input of `keywords.create`. */
export interface KeywordsCreateInput {
  /** Name, 1 to 64 characters without spaces and commas; unique, ignoring case. */
  readonly name: string
  /** Description in simple HTML, stored unchanged. */
  readonly description: string
  /** Can be chosen for bugs. */
  readonly is_active?: boolean | undefined
}

/** The answer of `keywords.create`. */
export interface KeywordsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `keywords.get`. */
export interface KeywordsGetInput {
  /** IDs of the keywords. */
  readonly ids?: readonly number[] | undefined
  /** Names of the keywords. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `keywords.get`. */
export interface KeywordsGetAnswer<T = Keyword> {
  /** Keywords, by name. */
  keywords: T[]
}

/** The input of `keywords.update`. */
export interface KeywordsUpdateInput {
  /** IDs of the keywords. */
  readonly ids?: readonly number[] | undefined
  /** Names of the keywords. */
  readonly names?: readonly string[] | undefined
  /** New name, for a single keyword only. Bugs and forms are updated. */
  readonly name?: string | undefined
  /** Description in simple HTML, stored unchanged. */
  readonly description?: string | undefined
  /** Can be chosen for bugs. */
  readonly is_active?: boolean | undefined
}

/** The answer of `keywords.update`. */
export interface KeywordsUpdateAnswer {
  /** Changes of each keyword. */
  keywords: Changed[]
}

/** The input of `keywords.delete`. */
export interface KeywordsDeleteInput {
  /** IDs of the keywords. */
  readonly ids?: readonly number[] | undefined
  /** Names of the keywords. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `keywords.delete`. */
export interface KeywordsDeleteAnswer {
  /** Deleted keywords. */
  keywords: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `linkedAccounts`. */
export interface LinkedAccountsOperations {
  /**
   * Returns the accounts at login providers by which the caller can log in; another user's, for user administrators.
   *
   * Fails with `auth_failure` for another user's without editusers; `object_does_not_exist` for a user.
   *
   * @throws login_required, auth_failure, object_does_not_exist
   * @example Your own
   * ```ts
   * const { linked_accounts } = await alice.linkedAccounts.get()
   * ```
   */
  readonly get: (input?: LinkedAccountsGetInput, options?: CallOptions) => Promise<LinkedAccountsGetAnswer>

  /**
   * Unlinks an account at a login provider, and ends the other sessions that it began. The user is notified by email.
   *
   * Fails with `object_does_not_exist` if none of the issuer is linked; `param_invalid` for the caller's last way to log in; `auth_failure` for another user's without editusers, and for an administrator's without admin.
   *
   * @throws login_required, auth_failure, object_does_not_exist, param_invalid
   * @example Unlink Google
   * ```ts
   * await alice.linkedAccounts.remove({ issuer: 'https://accounts.google.com' })
   * ```
   */
  readonly remove: (input: LinkedAccountsRemoveInput, options?: CallOptions) => Promise<LinkedAccountsRemoveAnswer>
}

/** The input of `linkedAccounts.get`. */
export interface LinkedAccountsGetInput {
  /** Login of another user. Only for user administrators. Defaults to the caller. */
  readonly user?: string | undefined
}

/** The answer of `linkedAccounts.get`. */
export interface LinkedAccountsGetAnswer {
  /** Linked accounts, oldest first. */
  linked_accounts: LinkedAccount[]
  /** Names of providers without a linked account. */
  providers: string[]
  /** Whether the user also has a password. */
  has_password: boolean
}

/** The input of `linkedAccounts.remove`. */
export interface LinkedAccountsRemoveInput {
  /** Issuer, from `linkedAccounts.get`. */
  readonly issuer: string
  /** Login of another user. Only for user administrators. Defaults to the caller. */
  readonly user?: string | undefined
}

/** The answer of `linkedAccounts.remove`. */
export type LinkedAccountsRemoveAnswer = Record<string, never>

/** The operations of `logins`. */
export interface LoginsOperations {
  /**
   * Returns the address of a login provider to which the browser goes, and a flow, which the caller keeps in that browser, in a cookie that no script can read. With the parameters of the callback, `logins.finish` completes it. A flow is valid once, for 10 minutes. Nothing is written.
   *
   * Purposes: `login`; `link`, which links the account of the provider to the account of the session; `confirm`, which confirms the session, for providers that can ask the person again, and for passkeys.
   *
   * By `passkey`, it returns the options with which the browser asks for a passkey (`navigator.credentials.get`) in place of the address, and `logins.finish` takes its answer.
   *
   * Fails with `login_provider_unknown`; `param_invalid` for an origin that can have no passkeys, and for a provider that cannot confirm the session; `login_provider_unavailable` if the provider does not respond; `login_required` for `link` and `confirm` without a session.
   *
   * @throws login_provider_unknown, login_provider_unavailable, login_flow_not_valid, param_invalid
   * @example Redirect from a login page
   * ```ts
   * const redirect_uri = 'https://bugs.example.com/-/login/google/callback'
   * const { url, flow } = await tracker.as(null).logins.begin({ by: 'google', redirect_uri })
   * ```
   */
  readonly begin: (input: LoginsBeginInput, options?: CallOptions) => Promise<LoginsBeginAnswer>

  /**
   * Takes the parameters with which the provider leads back (`code`, `state`, `iss`, `error`), exchanges them for a person, and logs that person in, links the account, or confirms the session, as the flow began.
   *
   * The person is who the provider identifies by its own ID. An address decides only at the first login, and only if the provider has verified it: it becomes a new account, or, with the password of the account that has it, a linked one (`outcome: password`). `outcome: second_factor` requires a one-time password. `logins.complete` takes both.
   *
   * For a flow of passkeys, it takes the JSON of the browser (`toJSON()` of the credential). A passkey counts as two factors.
   *
   * Fails with `login_flow_not_valid`, also after five failed exchanges with one flow; `login_refused` with the reason; `account_disabled`; `login_provider_unavailable`; `too_busy` for too many new accounts or too many logins at once, `too_many_attempts` for too many at once from one network; `passkey_not_valid` for a wrong passkey, or one whose counter has not grown, because a copy may exist.
   *
   * @throws login_flow_not_valid, login_provider_unknown, login_provider_unavailable, login_refused, passkey_not_valid
   * @example At the redirect URL
   * ```ts
   * const flow = 'eyJyYW5kb20i.Zm9yZ2Vk'
   * const answer = { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj' }
   * const redirect_uri = 'https://bugs.example.com/-/login/google/callback'
   * const { outcome, token } = await tracker.as(null).logins.finish({ flow, redirect_uri, answer })
   * ```
   */
  readonly finish: (input: LoginsFinishInput, options?: CallOptions) => Promise<LoginsFinishAnswer>

  /**
   * Completes a login at a provider with the one-time password of the account, or with the password of the account that has the address, which is then linked. Wrong passwords count as in any login; wrong one-time passwords count separately, with the same limits. After five the flow is no longer valid.
   *
   * Fails as logging in does for a wrong proof; `login_flow_not_valid`; `second_factor_not_set_up` for an account that must set up two-factor authentication before it is linked, and can log in with its password for that.
   *
   * @throws login_flow_not_valid, login_provider_unknown, login_refused, second_factor_not_set_up
   * @example With the password of the account that has the address
   * ```ts
   * const { token } = await tracker.as(null).logins.complete({ flow: 'eyJyYW5kb20i.Zm9yZ2Vk', password })
   * ```
   */
  readonly complete: (input: LoginsCompleteInput, options?: CallOptions) => Promise<LoginsCompleteAnswer>

  /**
   * Takes the logout token that a provider of OpenID Connect sends when a user logs out there (back-channel logout), and ends the sessions that this provider began for the user before. Repeating it ends nothing else.
   *
   * Fails with `login_provider_unknown` for a provider without such tokens; `login_flow_not_valid` for a token that is not of this provider, names no user, or is older than two minutes; `login_provider_unavailable` if the keys of the provider cannot be read.
   *
   * @throws login_provider_unknown, login_provider_unavailable, login_flow_not_valid
   * @example At the URL that the provider calls
   * ```ts
   * await tracker.as(null).logins.ended({ by: 'staff', logout_token: 'eyJhbGciOi.eyJpc3Mi.c2ln' })
   * ```
   */
  readonly ended: (input: LoginsEndedInput, options?: CallOptions) => Promise<LoginsEndedAnswer>
}

/** The input of `logins.begin`. */
export interface LoginsBeginInput {
  /** Name of the provider, from `accounts.get`, or `passkey`. */
  readonly by: string
  /** Purpose of the login. */
  readonly purpose?: 'login' | 'link' | 'confirm' | undefined
  /** Redirect URL, exactly as registered at the provider. */
  readonly redirect_uri?: string | undefined
  /** The origin of the pages, such as `https://bugs.example.com`; default: that of urlbase. */
  readonly origin?: string | undefined
  /** Returned by `logins.finish`: where the user came from. */
  readonly return_to?: string | undefined
}

/** The answer of `logins.begin`. */
export interface LoginsBeginAnswer {
  /** Flow: a secret that, with the callback, finishes the login. */
  flow: string
  /** URL of the provider. */
  url?: string
  /** Options for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  options?: {
    /** The challenge, in base64url. */
    challenge: string
    /** Timeout in milliseconds. */
    timeout: number
    /** The host of the pages. */
    rpId: string
    /** `required`. */
    userVerification: string
    /** Accepted passkeys; empty for all. */
    allowCredentials: PasskeyDescriptor[]
  }
}

/** The input of `logins.finish`. */
export interface LoginsFinishInput {
  /** Flow of `logins.begin`. */
  readonly flow: string
  /** URL to which the provider redirected. Pass it if there are several providers: a URL other than that of `logins.begin` is rejected, because one provider could redirect to the URL of another to obtain its code. */
  readonly redirect_uri?: string | undefined
  /** The parameters of the callback, of which others than `code`, `state`, `iss` and `error` are ignored; or the JSON of the passkey. */
  readonly answer:
    | { readonly [name: string]: string }
    | {
        /** The ID of the credential, in base64url. */
        readonly id: string
        /** `public-key`. */
        readonly type: string
        /** The response of the authenticator. */
        readonly response: {
          /** Client data, in base64url. */
          readonly clientDataJSON: string
          /** Authenticator data, in base64url. */
          readonly authenticatorData: string
          /** The signature, in base64url. */
          readonly signature: string
          /** The user handle, in base64url. */
          readonly userHandle?: string | null | undefined
        }
      }
}

/** The answer of `logins.finish`. */
export interface LoginsFinishAnswer {
  /** `done`, or the proof that is missing, for `logins.complete` with the same flow. */
  outcome: 'done' | 'second_factor' | 'password'
  /** As `logins.begin` received it. */
  return_to: string
  /** ID of the user, if the login is done. */
  id?: number
  /** Token of the new session, if the login is done. */
  token?: string
  /** Maximum duration of the session in hours. */
  session_hours?: number
  /** Login of the account whose password is required. */
  login?: string
}

/** The input of `logins.complete`. */
export interface LoginsCompleteInput {
  /** Flow of `logins.begin`. */
  readonly flow: string
  /** Password, after the outcome `password`. */
  readonly password?: string | undefined
  /** With two-factor authentication: the six digits from the authenticator app, or a recovery code. */
  readonly otp?: string | undefined
}

/** The answer of `logins.complete`. */
export interface LoginsCompleteAnswer {
  /** `done`, or the proof that is missing, for `logins.complete` with the same flow. */
  outcome: 'done' | 'second_factor' | 'password'
  /** As `logins.begin` received it. */
  return_to: string
  /** ID of the user, if the login is done. */
  id?: number
  /** Token of the new session, if the login is done. */
  token?: string
  /** Maximum duration of the session in hours. */
  session_hours?: number
  /** Login of the account whose password is required. */
  login?: string
}

/** The input of `logins.ended`. */
export interface LoginsEndedInput {
  /** Name of the provider. */
  readonly by: string
  /** The logout token, as the provider sent it. */
  readonly logout_token: string
}

/** The answer of `logins.ended`. */
export type LoginsEndedAnswer = Record<string, never>

/** The operations of `mail`. */
export interface MailOperations {
  /**
   * Lists messages: pending, recently sent and failed ones, newest first. Contents are not included.
   *
   * A cut response contains `limit` and `offset`.
   *
   * Fails with `auth_failure` for users who are not administrators.
   *
   * @throws auth_failure, bug_id_does_not_exist, search_too_expensive
   * @example List failed messages
   * ```ts
   * const { messages } = await admin.mail.list({ state: 'dead' })
   * ```
   */
  readonly list: (input?: MailListInput, options?: CallOptions) => Promise<MailListAnswer>

  /**
   * Sends messages again immediately: failed ones, pending ones, and also sent ones, which then arrive twice, the second time with the content that the recipient can see now. Messages that are being sent stay. All or nothing.
   *
   * The response names the messages.
   *
   * Fails with `auth_failure` for users who are not administrators.
   *
   * @throws auth_failure, object_does_not_exist
   * @example Resend failed messages
   * ```ts
   * const { messages } = await admin.mail.list({ state: 'dead' })
   * await admin.mail.resend({ ids: messages.map((message) => message.id) })
   * ```
   */
  readonly resend: (input: MailResendInput, options?: CallOptions) => Promise<MailResendAnswer>

  /**
   * Deletes messages: pending ones are not sent, sent and failed ones are no longer listed. Messages that are being sent stay. All or nothing.
   *
   * The response names the deleted messages.
   *
   * Fails with `auth_failure` for users who are not administrators; `params_required` without either.
   *
   * @throws auth_failure, params_required, object_does_not_exist
   * @example Forget all that was given up
   * ```ts
   * await admin.mail.drop({ all_dead: true })
   * ```
   */
  readonly drop: (input?: MailDropInput, options?: CallOptions) => Promise<MailDropAnswer>
}

/** The input of `mail.list`. */
export interface MailListInput {
  /** IDs of the messages. Defaults to all. */
  readonly ids?: readonly number[] | undefined
  /** States: `waiting`, `sent` or `dead`. */
  readonly state?: 'waiting' | 'sent' | 'dead' | readonly ('waiting' | 'sent' | 'dead')[] | undefined
  /** ID of a bug. */
  readonly bug?: number | string | undefined
  /** Maximum number of results, at most 1000. Defaults to 100. */
  readonly limit?: number | undefined
  /** Number of results to skip. */
  readonly offset?: number | undefined
}

/** The answer of `mail.list`. */
export interface MailListAnswer {
  /** Messages, newest first. */
  messages: OutgoingMessage[]
  /** Number of change feed entries that are not processed yet; 0 if no process sends email. */
  changes_waiting: number
  /** Limit that cut the response; absent if it is complete from the offset on. */
  limit?: string
  /** Offset of a cut response. */
  offset?: number
  /** Total number of results; absent if unknown. */
  total_matches?: number
}

/** The input of `mail.resend`. */
export interface MailResendInput {
  /** IDs of messages, from mail.list. */
  readonly ids: readonly number[]
}

/** The answer of `mail.resend`. */
export interface MailResendAnswer {
  /** Messages to send again. */
  messages: {
    /** ID of the object. */
    id: number
  }[]
}

/** The input of `mail.drop`. */
export interface MailDropInput {
  /** IDs of messages, from mail.list. */
  readonly ids?: readonly number[] | undefined
  /** All failed messages. */
  readonly all_dead?: boolean | undefined
}

/** The answer of `mail.drop`. */
export interface MailDropAnswer {
  /** Deleted messages. */
  messages: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `milestones`. */
export interface MilestonesOperations {
  /**
   * Creates a milestone of a product. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `object_not_specified` without product, and `param_invalid` for a due date before the start.
   *
   * @throws object_not_specified, object_does_not_exist, product_admin_denied, name_blank, name_too_long, name_in_use, sort_key_invalid, illegal_date, param_invalid
   * @example Add the next milestone of a product
   * ```ts
   * const { id } = await admin.milestones.create({ product: 'Widgets', name: 'M2' })
   * ```
   */
  readonly create: (input: MilestonesCreateInput, options?: CallOptions) => Promise<MilestonesCreateAnswer>

  /**
   * Returns milestones, by product, then in the order of the product: those with these `ids`, and of the `product` those with these `names`, or all. Without any of these, all that the caller can see. Missing and hidden ones are omitted.
   *
   * @example Get the milestones of a product
   * ```ts
   * const { milestones } = await alice.milestones.get({ product: 'Widgets' })
   * ```
   */
  readonly get: <const F extends readonly MilestoneField[] = never, const X extends readonly MilestoneField[] = never>(
    input?: MilestonesGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<MilestonesGetAnswer<Select<Milestone, F, X>>>

  /**
   * Updates milestones, all of them or none. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `params_required` without names or ids; `param_invalid` for a name with several milestones, and for a due date before the start; `still_in_use` for the default milestone.
   *
   * @throws params_required, object_does_not_exist, product_admin_denied, param_invalid, name_blank, name_too_long, name_in_use, sort_key_invalid, illegal_date, still_in_use
   * @example Retire a milestone
   * ```ts
   * await admin.milestones.update({ product: 'Widgets', names: ['M1'], is_active: false })
   * ```
   */
  readonly update: (input?: MilestonesUpdateInput, options?: CallOptions) => Promise<MilestonesUpdateAnswer>

  /**
   * Deletes milestones, all of them or none. Their bugs move to the default milestone of the product, as recorded in history. The default milestone cannot be deleted. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `params_required` without names or ids.
   *
   * @throws params_required, object_does_not_exist, product_admin_denied, still_in_use
   * @example Delete a milestone by name
   * ```ts
   * await admin.milestones.delete({ product: 'Widgets', names: ['M1'] })
   * ```
   */
  readonly delete: (input?: MilestonesDeleteInput, options?: CallOptions) => Promise<MilestonesDeleteAnswer>
}

/** The input of `milestones.create`. */
export interface MilestonesCreateInput {
  /** Name. */
  readonly product: string
  /** Name, 1 to 64 characters; unique in the product, ignoring case. */
  readonly name: string
  /** Can be chosen for bugs. */
  readonly is_active?: boolean | undefined
  /** Sort position, -32768 to 32767. Milestones are listed by it, then by name. */
  readonly sort_key?: number | undefined
  /** First day, YYYY-MM-DD; an empty string or null for none. */
  readonly start_date?: string | null | undefined
  /** Last day, likewise; not before `start_date`. */
  readonly due_date?: string | null | undefined
}

/** The answer of `milestones.create`. */
export interface MilestonesCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `milestones.get`. */
export interface MilestonesGetInput {
  /** IDs of the milestones. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the milestones, within `product`. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `milestones.get`. */
export interface MilestonesGetAnswer<T = Milestone> {
  /** Milestones, by product, then in its order. */
  milestones: T[]
}

/** The input of `milestones.update`. */
export interface MilestonesUpdateInput {
  /** IDs of the milestones. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the milestones, within `product`. */
  readonly names?: readonly string[] | undefined
  /** New name, for a single milestone only. Bugs and the default of the product are updated. */
  readonly name?: string | undefined
  /** Can be selected for bugs. The default milestone always can. */
  readonly is_active?: boolean | undefined
  /** Sort position, -32768 to 32767. */
  readonly sort_key?: number | undefined
  /** First day, YYYY-MM-DD; an empty string or null for none. */
  readonly start_date?: string | null | undefined
  /** Last day, likewise; not before `start_date`. */
  readonly due_date?: string | null | undefined
}

/** The answer of `milestones.update`. */
export interface MilestonesUpdateAnswer {
  /** Changes of each milestone. */
  milestones: Changed[]
}

/** The input of `milestones.delete`. */
export interface MilestonesDeleteInput {
  /** IDs of the milestones. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the milestones, within `product`. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `milestones.delete`. */
export interface MilestonesDeleteAnswer {
  /** Deleted milestones. */
  milestones: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `parameters`. */
export interface ParametersOperations {
  /**
   * The parameters of the installation that the caller can read, by name; all values are strings, booleans '1' and '0'. Anonymous callers get two of them, logged-in users those that clients need, members of tweakparams all. No parameter contains a secret. Available without login.
   *
   * @example Get the maximum size of attachments
   * ```ts
   * const { parameters } = await alice.parameters.get({ include_fields: ['maxattachmentsize'] })
   * ```
   */
  readonly get: (input?: ParametersGetInput, options?: CallOptions) => Promise<ParametersGetAnswer>

  /**
   * The type, accepted values and default of each parameter; `parameters.get` returns the values. For members of tweakparams.
   *
   * @throws auth_failure
   * @example List parameters that differ from their default
   * ```ts
   * const [{ parameters }, described] = await Promise.all([admin.parameters.get(), admin.parameters.describe()])
   * const different = described.parameters.filter((one) => parameters[one.name] !== one.default)
   * ```
   */
  readonly describe: (input?: ParametersDescribeInput, options?: CallOptions) => Promise<ParametersDescribeAnswer>

  /**
   * Sets parameters of the installation, all of them or none; they apply to every process from the next call.
   *
   * A boolean is true or false ('1' or '0'), a number is whole and not negative, a group, a field value and the users of globalwatchers are existing names, a pattern must compile, an address must be valid. The response contains the changes.
   *
   * Fails with `auth_failure` without tweakparams; `param_required` without any; `param_invalid` with what is accepted; `object_does_not_exist` for a group or user.
   *
   * @throws auth_failure, param_required, unknown_parameter, param_invalid, param_must_be_numeric, number_too_large, number_too_small, object_does_not_exist, invalid_regexp
   * @example Require login and allow larger attachments
   * ```ts
   * await admin.parameters.update({ parameters: { requirelogin: true, maxattachmentsize: 5000 } })
   * ```
   */
  readonly update: (input: ParametersUpdateInput, options?: CallOptions) => Promise<ParametersUpdateAnswer>
}

/** The input of `parameters.get`. */
export interface ParametersGetInput {
  /** Fields to include, such as `id` or `components.name`. Shortcuts: _all, _default, _extra, _custom. */
  readonly include_fields?: readonly string[] | undefined
  /** Fields to exclude. Overrides include_fields. */
  readonly exclude_fields?: readonly string[] | undefined
}

/** The answer of `parameters.get`. */
export interface ParametersGetAnswer {
  /** Values by name, as strings. Booleans are `1` and `0`. */
  parameters: { [name: string]: string }
}

/** The input of `parameters.describe`. */
export type ParametersDescribeInput = Readonly<Record<string, never>>

/** The answer of `parameters.describe`. */
export interface ParametersDescribeAnswer {
  /** All parameters. */
  parameters: {
    /** Name of the parameter. */
    name: string
    /** Type of the value: `text` of several lines, `line`, `bool`, `int`, `choice`, the name of a `group`, a `value` of a field, and lines with a special format such as `url`, `pattern` or `address`. */
    type: string
    /** Default value, as a string. */
    default: string
    /** Accepted values of a choice; otherwise empty. */
    choices: string[]
    /** Minimum of a number; otherwise null. */
    min: number | null
    /** Maximum of a number; otherwise null. */
    max: number | null
    /** Field, for a field value; otherwise null. */
    field: string | null
    /** Why it cannot be set; null if it can. */
    fixed: string | null
  }[]
}

/** The input of `parameters.update`. */
export interface ParametersUpdateInput {
  /** Values by name, as strings, numbers or booleans. */
  readonly parameters: { readonly [name: string]: string | number | boolean }
}

/** The answer of `parameters.update`. */
export interface ParametersUpdateAnswer {
  /** Changes by parameter name. */
  changes: { [name: string]: FieldChange }
}

/** The operations of `passkeys`. */
export interface PasskeysOperations {
  /**
   * Returns the options with which the browser creates a passkey (`navigator.credentials.create`), and a flow for `passkeys.create`, valid once, for 10 minutes, in this session. Nothing is written.
   *
   * Fails with `login_required` without a session; `param_invalid` for an origin that can have no passkeys; `passkey_not_valid` with 20 passkeys.
   *
   * @throws login_required, login_flow_not_valid, param_invalid, passkey_not_valid
   * @example On a page of the tracker
   * ```ts
   * const { flow, options } = await alice.passkeys.begin({ origin: 'https://bugs.example.com' })
   * ```
   */
  readonly begin: (input?: PasskeysBeginInput, options?: CallOptions) => Promise<PasskeysBeginAnswer>

  /**
   * Adds the passkey that the browser has created, by which the caller can then log in without a password. It counts as two factors. With `is_second_factor`, or if the caller is a member of the group second_factor_group, and two-factor authentication is not set up yet, it is turned on: the password is no longer enough, and other sessions end. That requires `current_password`. The caller is notified by email.
   *
   * Fails with `login_flow_not_valid`; `passkey_not_valid` for an answer that is not valid, a kind of key that the browser does not know, or more than 20 passkeys; `login_required` without a session; as logging in does for a wrong password.
   *
   * @throws login_required, login_flow_not_valid, passkey_not_valid, param_required, text_too_long
   * @example With the JSON of the browser
   * ```ts
   * const flow = 'eyJyYW5kb20i.Zm9yZ2Vk'
   * const response = { clientDataJSON: 'e30', authenticatorData: 'SZYN', publicKey: 'MFkw', publicKeyAlgorithm: -7 }
   * const answer = { id: 'wK3f', type: 'public-key', response }
   * const { id } = await alice.passkeys.create({ flow, answer, name: 'Laptop' })
   * ```
   */
  readonly create: (input: PasskeysCreateInput, options?: CallOptions) => Promise<PasskeysCreateAnswer>

  /**
   * Returns the passkeys of the caller; another user's, for user administrators.
   *
   * Fails with `auth_failure` for another user's without editusers; `object_does_not_exist` for a user.
   *
   * @throws login_required, auth_failure, object_does_not_exist
   * @example Names of your passkeys
   * ```ts
   * const { passkeys } = await alice.passkeys.get()
   * ```
   */
  readonly get: (input?: PasskeysGetInput, options?: CallOptions) => Promise<PasskeysGetAnswer>

  /**
   * Renames a passkey of the caller.
   *
   * Fails with `object_does_not_exist` for an ID.
   *
   * @throws login_required, object_does_not_exist, param_required, text_too_long
   * @example Rename
   * ```ts
   * await alice.passkeys.update({ id: 3, name: 'Old laptop' })
   * ```
   */
  readonly update: (input: PasskeysUpdateInput, options?: CallOptions) => Promise<PasskeysUpdateAnswer>

  /**
   * Deletes a passkey, with which its user can no longer log in, and ends the other sessions that passkeys of the user began. If passkeys are the only second factor, callers need a session for their own and, if they have a password, `current_password`; removing the last one turns two-factor authentication off. The user is notified by email.
   *
   * Fails with `object_does_not_exist` for an ID; `param_invalid` for the caller's last way to log in; `auth_failure` for another user's without editusers, and for an administrator's without admin; `login_required` and as logging in does where passkeys are the only second factor.
   *
   * @throws login_required, auth_failure, object_does_not_exist, param_invalid, param_required
   * @example After a laptop was lost
   * ```ts
   * await alice.passkeys.remove({ id: 3 })
   * ```
   */
  readonly remove: (input: PasskeysRemoveInput, options?: CallOptions) => Promise<PasskeysRemoveAnswer>
}

/** The input of `passkeys.begin`. */
export interface PasskeysBeginInput {
  /** The origin of the pages, such as `https://bugs.example.com`; default: that of urlbase. */
  readonly origin?: string | undefined
}

/** The answer of `passkeys.begin`. */
export interface PasskeysBeginAnswer {
  /** Flow, a secret, for `passkeys.create`. */
  flow: string
  /** Options for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  options: {
    /** The challenge, in base64url. */
    challenge: string
    /** Timeout in milliseconds. */
    timeout: number
    /** Site for which the passkey is valid. */
    rp: {
      /** The host of the pages. */
      id: string
      /** Display name. */
      name: string
    }
    /** Account of the passkey. */
    user: {
      /** The user handle, in base64url. */
      id: string
      /** Login. */
      name: string
      /** Real name, or login. */
      displayName: string
    }
    /** Algorithms, preferred one first. */
    pubKeyCredParams: {
      /** `public-key`. */
      type: string
      /** COSE number of the algorithm. */
      alg: number
    }[]
    /** Existing passkeys of the user. */
    excludeCredentials: PasskeyDescriptor[]
    /** Properties of the authenticator. */
    authenticatorSelection: {
      /** `required`. */
      residentKey: string
      /** True. */
      requireResidentKey: boolean
      /** `required`. */
      userVerification: string
    }
    /** `none`. */
    attestation: string
  }
}

/** The input of `passkeys.create`. */
export interface PasskeysCreateInput {
  /** Flow of `passkeys.begin`. */
  readonly flow: string
  /** The new passkey, as JSON of the browser. */
  readonly answer: {
    /** The ID of the credential, in base64url. */
    readonly id: string
    /** `public-key`. */
    readonly type: string
    /** The response of the authenticator. */
    readonly response: {
      /** Client data, in base64url. */
      readonly clientDataJSON: string
      /** Authenticator data, in base64url. */
      readonly authenticatorData: string
      /** The public key as SPKI, in base64url. */
      readonly publicKey?: string | undefined
      /** COSE number of the algorithm. */
      readonly publicKeyAlgorithm: number
      /** Transports to reach the authenticator. */
      readonly transports?: readonly string[] | undefined
    }
  }
  /** The name, 1 to 64 characters. */
  readonly name: string
  /** Require a second factor for logins with the password from now on. Defaults to false. */
  readonly is_second_factor?: boolean | undefined
  /** Password, here or of the directory, required because a token can be stolen. Accounts without a password here can omit it in a session that was confirmed after it began, or, with no way to confirm it, has just begun. */
  readonly current_password?: string | undefined
}

/** The answer of `passkeys.create`. */
export interface PasskeysCreateAnswer {
  /** ID of the passkey. */
  id: number
  /** If two-factor authentication was turned on, ten single-use codes that replace a passkey. */
  recovery_codes?: string[]
}

/** The input of `passkeys.get`. */
export interface PasskeysGetInput {
  /** Login of another user. Only for user administrators. Defaults to the caller. */
  readonly user?: string | undefined
}

/** The answer of `passkeys.get`. */
export interface PasskeysGetAnswer {
  /** Passkeys, oldest first. */
  passkeys: Passkey[]
}

/** The input of `passkeys.update`. */
export interface PasskeysUpdateInput {
  /** ID of the passkey. */
  readonly id: number
  /** The name, 1 to 64 characters. */
  readonly name: string
}

/** The answer of `passkeys.update`. */
export type PasskeysUpdateAnswer = Record<string, never>

/** The input of `passkeys.remove`. */
export interface PasskeysRemoveInput {
  /** ID of the passkey. */
  readonly id: number
  /** Login of another user. Only for user administrators. Defaults to the caller. */
  readonly user?: string | undefined
  /** Password, here or of the directory, required because a token can be stolen. Accounts without a password here can omit it in a session that was confirmed after it began, or, with no way to confirm it, has just begun. */
  readonly current_password?: string | undefined
  /** Six digits from the authenticator app, or a recovery code. Single-use. With passkeys as the only second factor, omit it in a confirmed session. */
  readonly otp?: string | undefined
}

/** The answer of `passkeys.remove`. */
export type PasskeysRemoveAnswer = Record<string, never>

/** The operations of `preferences`. */
export interface PreferencesOperations {
  /**
   * The caller's preferences. `email`: events that send email, for each role on a bug; `flags` for flags. No email is sent to accounts without email_enabled. `notifications`: whether each reason of the inbox is `off`, in the `inbox`, in the `digest` too, or also sent by `mail`. `email_bounced`: none is sent because it bounced on five days. `quicksearch_fulltext`: quicksearch also searches comments. `pages`: preferences for the pages.
   *
   * @throws login_required
   * @example Which mail one wants
   * ```ts
   * const { email } = await alice.preferences.get()
   * ```
   */
  readonly get: (input?: PreferencesGetInput, options?: CallOptions) => Promise<PreferencesGetAnswer>

  /**
   * Sets the caller's preferences; omitted ones stay. The response contains the changes by dotted name.
   *
   * @throws login_required, unknown_parameter, param_invalid
   * @example Email again after it bounced
   * ```ts
   * await alice.preferences.update({ email_bounced: false })
   * ```
   * @example Assigned bugs in the digest instead of single emails
   * ```ts
   * await alice.preferences.update({ notifications: { assigned: 'digest' } })
   * ```
   * @example No mail about comments as one of the CC list, and none about requests
   * ```ts
   * await alice.preferences.update({ email: { cc: { comment: false }, flags: { requested: false } } })
   * ```
   */
  readonly update: (input?: PreferencesUpdateInput, options?: CallOptions) => Promise<PreferencesUpdateAnswer>

  /**
   * Disables the addresses for replies and bounces in all email sent to the caller until now, for example after an email was forwarded. Replies to it are refused; replies to later email become comments as before.
   *
   * @throws login_required
   * @example After an email was forwarded
   * ```ts
   * await alice.preferences.endReplies()
   * ```
   */
  readonly endReplies: (
    input?: PreferencesEndRepliesInput,
    options?: CallOptions,
  ) => Promise<PreferencesEndRepliesAnswer>

  /**
   * Returns what `preferences.unsubscribe` would end, and changes nothing. In browsers, the address shows a page with a button.
   *
   * @throws object_does_not_exist
   * @example With the token of an email
   * ```ts
   * await tracker.as(null).preferences.subscription({ token })
   * ```
   */
  readonly subscription: (
    input: PreferencesSubscriptionInput,
    options?: CallOptions,
  ) => Promise<PreferencesSubscriptionAnswer>

  /**
   * Ends the email that the link came with, without a login: mutes the bug, ends the email about a product or component that the recipient follows, disables their digest or scheduled search, or removes them from the recipients of another user. Succeeds too if that was done before, or if the bug or the account no longer exists.
   *
   * Over REST, the body is a form with `List-Unsubscribe=One-Click` (RFC 8058), which email programs send, or JSON. Fails with `object_does_not_exist` for other tokens, and after 180 days.
   *
   * @throws object_does_not_exist
   * @example With the token of an email
   * ```ts
   * await tracker.as(null).preferences.unsubscribe({ token })
   * ```
   */
  readonly unsubscribe: (
    input: PreferencesUnsubscribeInput,
    options?: CallOptions,
  ) => Promise<PreferencesUnsubscribeAnswer>
}

/** The input of `preferences.get`. */
export type PreferencesGetInput = Readonly<Record<string, never>>

/** The answer of `preferences.get`. */
export interface PreferencesGetAnswer {
  /** Email preferences: events by role on a bug; `flags` for flags. */
  email: {
    /** For bugs assigned to the user. */
    assigned_to: MailPreferences
    /** For bugs of which the user is the QA contact. */
    qa_contact: MailPreferences
    /** For bugs that the user filed. */
    creator: MailPreferences
    /** For bugs with the user on the CC list. */
    cc: MailPreferences
    /** Email preferences for flags. */
    flags: {
      /** The user is asked for a flag. */
      requested: boolean
      /** A flag that the user requested is set. */
      answered: boolean
    }
  }
  /** How far each reason of the inbox reaches one, and whether one follows bugs that one comments on. Email about roles also depends on `email`. */
  notifications: NotificationWays
  /** No email is sent, because it bounced on five days. */
  email_bounced: boolean
  /** Quicksearch also searches comments. */
  quicksearch_fulltext: boolean
  /** Preferences for the pages of the tracker. */
  pages: PagePreferences
}

/** The input of `preferences.update`. */
export interface PreferencesUpdateInput {
  /** Email preferences: events by role on a bug; `flags` for flags. */
  readonly email?:
    | {
        /** For bugs assigned to the user. */
        readonly assigned_to?: MailSwitches | undefined
        /** For bugs of which the user is the QA contact. */
        readonly qa_contact?: MailSwitches | undefined
        /** For bugs that the user filed. */
        readonly creator?: MailSwitches | undefined
        /** For bugs with the user on the CC list. */
        readonly cc?: MailSwitches | undefined
        /** Email preferences for flags. */
        readonly flags?:
          | {
              /** The user is asked for a flag. */
              readonly requested?: boolean | undefined
              /** A flag that the user requested is set. */
              readonly answered?: boolean | undefined
            }
          | undefined
      }
    | undefined
  /** How far reasons of the inbox reach one. */
  readonly notifications?:
    | {
        /** Of mentions. Default: `mail`. */
        readonly mentioned?: 'off' | 'inbox' | 'digest' | 'mail' | undefined
        /** Of flags that are asked of one. Default: `mail`. */
        readonly asked?: 'off' | 'inbox' | 'digest' | 'mail' | undefined
        /** Of bugs that one is the assignee of. Default: `mail`. */
        readonly assigned?: 'off' | 'inbox' | 'digest' | 'mail' | undefined
        /** Of bugs that one has filed, or is the QA contact or on the CC list of. Default: `mail`. */
        readonly role?: 'off' | 'inbox' | 'digest' | 'mail' | undefined
        /** Of followed bugs, products and components, without their own `by_mail`. Default: `inbox`. */
        readonly followed?: 'off' | 'inbox' | 'digest' | undefined
        /** Whether bugs that one commented on count as followed. Default: true. */
        readonly follow_commented?: boolean | undefined
      }
    | undefined
  /** Sends email again after it was turned off because it bounced. */
  readonly email_bounced?: false | undefined
  /** Quicksearch also searches comments. */
  readonly quicksearch_fulltext?: boolean | undefined
  /** Preferences for the pages of the tracker. */
  readonly pages?: ChosenPagePreferences | undefined
}

/** The answer of `preferences.update`. */
export interface PreferencesUpdateAnswer {
  /** Changes by dotted name. */
  changes: { [name: string]: FieldChange }
}

/** The input of `preferences.endReplies`. */
export type PreferencesEndRepliesInput = Readonly<Record<string, never>>

/** The answer of `preferences.endReplies`. */
export type PreferencesEndRepliesAnswer = Record<string, never>

/** The input of `preferences.subscription`. */
export interface PreferencesSubscriptionInput {
  /** The last part of the address in the header `List-Unsubscribe`. */
  readonly token: string
}

/** The answer of `preferences.subscription`. */
export interface PreferencesSubscriptionAnswer {
  /** The kind of object that the email is about. */
  kind: 'bug' | 'product' | 'component' | 'schedule'
  /** ID of the object, which can be deleted by now. */
  id: number
}

/** The input of `preferences.unsubscribe`. */
export interface PreferencesUnsubscribeInput {
  /** The last part of the address in the header `List-Unsubscribe`. */
  readonly token: string
}

/** The answer of `preferences.unsubscribe`. */
export interface PreferencesUnsubscribeAnswer {
  /** The kind of object that the email is about. */
  kind: 'bug' | 'product' | 'component' | 'schedule'
  /** ID of the object, which can be deleted by now. */
  id: number
}

/** The operations of `products`. */
export interface ProductsOperations {
  /**
   * Creates a product, with its first version and its default milestone. It takes bugs once it has a component.
   *
   * Fails with `auth_failure` without editcomponents; `object_does_not_exist` for the classification.
   *
   * @throws object_not_specified, auth_failure, product_blank_name, product_name_too_long, product_name_already_in_use, product_must_have_description, product_must_have_version, object_does_not_exist, name_too_long, text_too_long
   * @example Create a product with its first version
   * ```ts
   * const { id } = await admin.products.create({ name: 'Gizmos', description: 'Small things', version: '1.0' })
   * ```
   */
  readonly create: (input: ProductsCreateInput, options?: CallOptions) => Promise<ProductsCreateAnswer>

  /**
   * Returns products with their components, versions, milestones and flag types, by name.
   *
   * Missing and hidden ones are omitted. Field names can be dotted: `components.name`, `versions.id`. Fails with `answer_too_large` if the response would exceed 16 MB; use `include_fields` to make it smaller.
   *
   * @throws get_products_invalid_type, answer_too_large
   * @example Get the components of a product
   * ```ts
   * const { products } = await alice.products.get({ names: ['Widgets'], include_fields: ['id', 'components.name'] })
   * ```
   */
  readonly get: <const F extends readonly ProductField[] = never, const X extends readonly ProductField[] = never>(
    input?: ProductsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<ProductsGetAnswer<Select<Product, F, X>>>

  /**
   * Updates products, all of them or none. For members of editcomponents, and of groups that have this right within the product.
   *
   * The response contains the changes of each product, booleans as '1' and '0'.
   *
   * Fails with `auth_failure` without this right in any product; `product_admin_denied` for a product that the caller does not administer; `params_required` without names or ids; `object_does_not_exist` for a product; `param_invalid` for a name with several products; `value_inactive` for an inactive milestone.
   *
   * @throws auth_failure, product_admin_denied, params_required, object_does_not_exist, param_invalid, product_blank_name, product_name_too_long, product_name_already_in_use, product_must_have_description, product_must_define_defaultmilestone, value_inactive, text_too_long
   * @example Close a product for new bugs
   * ```ts
   * const { products } = await admin.products.update({ names: ['Widgets'], is_open: false })
   * ```
   */
  readonly update: (input?: ProductsUpdateInput, options?: CallOptions) => Promise<ProductsUpdateAnswer>

  /**
   * Returns the IDs of the products that the caller can search, by name.
   *
   * @example The products that one can search
   * ```ts
   * const { ids } = await alice.products.selectable()
   * ```
   */
  readonly selectable: (input?: ProductsSelectableInput, options?: CallOptions) => Promise<ProductsSelectableAnswer>

  /**
   * Returns the IDs of the products in which the caller can file bugs, by name: they are open and have an active component and version.
   *
   * @example The products that one can file bugs in
   * ```ts
   * const { ids } = await alice.products.enterable()
   * ```
   */
  readonly enterable: (input?: ProductsEnterableInput, options?: CallOptions) => Promise<ProductsEnterableAnswer>

  /**
   * Returns the IDs of the products that the caller can search or in which the caller can file bugs, by name.
   *
   * @example The products that one knows of
   * ```ts
   * const { ids } = await alice.products.accessible()
   * ```
   */
  readonly accessible: (input?: ProductsAccessibleInput, options?: CallOptions) => Promise<ProductsAccessibleAnswer>
}

/** The input of `products.create`. */
export interface ProductsCreateInput {
  /** Name, 1 to 64 characters; unique, ignoring case. */
  readonly name: string
  /** Description in simple HTML, stored unchanged. */
  readonly description: string
  /** Name of the first version. */
  readonly version: string
  /** Name of the classification. Defaults to `Unclassified`. */
  readonly classification?: string | undefined
  /** New bugs can be UNCONFIRMED. */
  readonly has_unconfirmed?: boolean | undefined
  /** Name of the default milestone. Defaults to `---`, also while milestones are disabled. */
  readonly default_milestone?: string | undefined
  /** Open for new bugs. */
  readonly is_open?: boolean | undefined
  /** Text with which the description of a new bug begins, such as questions; empty for none. */
  readonly bug_description_template?: string | undefined
  /** Accepted, without effect. */
  readonly create_series?: boolean | undefined
}

/** The answer of `products.create`. */
export interface ProductsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `products.get`. */
export interface ProductsGetInput {
  /** `accessible` (default), `selectable` or `enterable`, as in the three product lists. Several are merged. */
  readonly type?: string | readonly string[] | undefined
  /** IDs of the products. */
  readonly ids?: readonly number[] | undefined
  /** Names of the products, ignoring case. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `products.get`. */
export interface ProductsGetAnswer<T = Product> {
  /** Products, by name. */
  products: T[]
}

/** The input of `products.update`. */
export interface ProductsUpdateInput {
  /** IDs of the products. */
  readonly ids?: readonly number[] | undefined
  /** Names of the products. */
  readonly names?: readonly string[] | undefined
  /** New name, for a single product only. */
  readonly name?: string | undefined
  /** Name of a milestone of the product. */
  readonly default_milestone?: string | undefined
  /** Description in simple HTML, stored unchanged. */
  readonly description?: string | undefined
  /** New bugs can be UNCONFIRMED. */
  readonly has_unconfirmed?: boolean | undefined
  /** Open for new bugs. */
  readonly is_open?: boolean | undefined
  /** Text with which the description of a new bug begins, such as questions; empty for none. */
  readonly bug_description_template?: string | undefined
}

/** The answer of `products.update`. */
export interface ProductsUpdateAnswer {
  /** Changes of each product. Booleans are `1` and `0`. */
  products: Changed[]
}

/** The input of `products.selectable`. */
export type ProductsSelectableInput = Readonly<Record<string, never>>

/** The answer of `products.selectable`. */
export interface ProductsSelectableAnswer {
  /** IDs of the products, by product name. */
  ids: number[]
}

/** The input of `products.enterable`. */
export type ProductsEnterableInput = Readonly<Record<string, never>>

/** The answer of `products.enterable`. */
export interface ProductsEnterableAnswer {
  /** IDs of the products, by product name. */
  ids: number[]
}

/** The input of `products.accessible`. */
export type ProductsAccessibleInput = Readonly<Record<string, never>>

/** The answer of `products.accessible`. */
export interface ProductsAccessibleAnswer {
  /** IDs of the products, by product name. */
  ids: number[]
}

/** The operations of `reports`. */
export interface ReportsOperations {
  /**
   * Returns what a form for reports to an intake needs. For anyone who can report something to it.
   *
   * Fails with `intake_not_found` for an unknown key, an inactive intake, and one that the caller cannot report to.
   *
   * @throws intake_not_found
   * @example Its largest report
   * ```ts
   * const { max_kb } = await alice.reports.get({ key: 'tki_…' })
   * ```
   */
  readonly get: (input: ReportsGetInput, options?: CallOptions) => Promise<ReportsGetAnswer>

  /**
   * Reports a problem from within a program. Users who can enter bugs in the product of the intake file one. Reports of others are held until they are accepted, or filed by the account of the intake; a report that cannot be filed is held, unless a rule rejects it. Files become attachments.
   *
   * The response has the number of the bug only if the caller can see it. A repeated `Idempotency-Key` reports nothing again for 24 hours; it does not require a login.
   *
   * Fails with `intake_not_found` for an unknown key, an inactive intake, and one that the caller cannot report to; `file_too_large` if the files have more than 80 % of `max_kb`, or one is larger than attachments can be; `too_many_reports` when the intake has had `per_hour` reports within an hour, one network has sent 10, or too many are held.
   *
   * @throws rule_refused, rule_failed, intake_not_found, too_many_reports, param_invalid, text_too_long, list_too_long, file_not_specified, invalid_content_type, zero_length_file, file_too_large, idempotency_key_invalid, unknown_parameter, required_answer, comment_too_long
   * @example Report a problem with its page
   * ```ts
   * await alice.reports.create({ key: 'tki_…', summary: 'It blinks', page: 'https://app.example.com/lamp' })
   * ```
   */
  readonly create: (input: ReportsCreateInput, options?: CallOptions) => Promise<ReportsCreateAnswer>
}

/** The input of `reports.get`. */
export interface ReportsGetInput {
  /** The key of the intake. */
  readonly key: string
}

/** The answer of `reports.get`. */
export interface ReportsGetAnswer {
  /** Name of the intake. */
  name: string
  /** The questions of the intake; null for none. */
  form: {
    /** Name of the form. */
    name: string
    /** The elements, in their order. */
    body: FormElement[]
  } | null
  /** Whether the intake accepts reports only of users with accounts (`accounts`), or of `anybody`. */
  accepts: 'accounts' | 'anybody'
  /** Maximum size of a report in KiB. Its files can use 80 % of it. */
  max_kb: number
  /** Maximum size of a file in KiB, as for attachments. */
  max_file_kb: number
}

/** The input of `reports.create`. */
export interface ReportsCreateInput {
  /** The key of the intake. */
  readonly key: string
  /** The problem, in 1 to 255 characters. */
  readonly summary: string
  /** Details, at most 65,535 characters. */
  readonly description?: string | undefined
  /** Answers to the form of the intake, by the IDs of its elements, as in `bugs.create`. */
  readonly answers?: { readonly [name: string]: string | readonly string[] } | undefined
  /** Where to reach the reporter, at most 255 characters. Only insiders see it. It is not verified. */
  readonly email?: string | undefined
  /** The page with the problem, at most 2,000 characters. Query and fragment are cut. */
  readonly page?: string | undefined
  /** Program and version, at most 500 characters. */
  readonly client?: string | undefined
  /** At most 5 files. */
  readonly files?:
    | readonly {
        /** File name. */
        readonly file_name: string
        /** Content type. Defaults to application/octet-stream. */
        readonly content_type?: string | undefined
        /** Its content. */
        readonly data: Uint8Array
      }[]
    | undefined
}

/** The answer of `reports.create`. */
export interface ReportsCreateAnswer {
  /** The new bug, if the caller can see it. */
  id?: number
  /** The report was received. */
  held?: true
}

/** The operations of `requests`. */
export interface RequestsOperations {
  /**
   * Returns flags of bugs and attachments that the caller can see, longest pending first: by requestee, by setter, or all. Defaults to pending requests (`?`).
   *
   * Fails with `object_does_not_exist` for an unknown login.
   *
   * @throws login_required, object_does_not_exist, param_invalid, search_too_expensive
   * @example Get requests for the caller
   * ```ts
   * const { requests, total_matches } = await alice.requests.get({ requestee: 'alice@example.com', limit: 10 })
   * ```
   */
  readonly get: (input?: RequestsGetInput, options?: CallOptions) => Promise<RequestsGetAnswer>
}

/** The input of `requests.get`. */
export interface RequestsGetInput {
  /** Login of the requestee. */
  readonly requestee?: string | undefined
  /** Login of the user who set the flag. */
  readonly setter?: string | undefined
  /** Statuses of the flags. Defaults to `?`. */
  readonly status?: '?' | '+' | '-' | readonly ('?' | '+' | '-')[] | undefined
  /** Maximum number of results, at most 1000. Defaults to 100. */
  readonly limit?: number | undefined
  /** Number of results to skip. */
  readonly offset?: number | undefined
}

/** The answer of `requests.get`. */
export interface RequestsGetAnswer {
  /** Flags, least recently changed first. */
  requests: Request[]
  /** Total number. */
  total_matches: number
}

/** The operations of `savedSearches`. */
export interface SavedSearchesOperations {
  /**
   * Saves a search of the caller by name, or replaces the parameters of an existing one. A user has at most 500 searches and reports.
   *
   * Fails with `object_not_specified` for an empty query; `search_too_complex` for one of more than 1,000 parameters; `param_invalid` for a search that names a saved search; `auth_failure` for sharing without being in the querysharegroup; `object_does_not_exist` for a group of which the caller is not a member; `saved_search_limit` for another search.
   *
   * @throws login_required, name_blank, name_too_long, param_invalid, object_not_specified, search_too_complex, text_too_long, auth_failure, object_does_not_exist, saved_search_limit
   * @example Save a search
   * ```ts
   * await alice.savedSearches.save({ name: 'My blinking ones', query: 'product=Widgets&summary=blink' })
   * ```
   */
  readonly save: (input: SavedSearchesSaveInput, options?: CallOptions) => Promise<SavedSearchesSaveAnswer>

  /**
   * Returns the searches and reports that the caller has saved, by name.
   *
   * Fails with `object_does_not_exist` for an ID.
   *
   * @throws login_required, object_does_not_exist
   * @example Your saved searches and shared ones
   * ```ts
   * const { saved_searches } = await alice.savedSearches.get({ include_shared: true })
   * ```
   */
  readonly get: <
    const F extends readonly SavedSearchField[] = never,
    const X extends readonly SavedSearchField[] = never,
  >(
    input?: SavedSearchesGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<SavedSearchesGetAnswer<Select<SavedSearch, F, X>>>

  /**
   * Deletes the caller's saved searches and reports, all of them or none.
   *
   * Fails with `params_required` without ids; `object_does_not_exist` for an ID of another user.
   *
   * @throws login_required, params_required, object_does_not_exist
   * @example Remove a search
   * ```ts
   * await alice.savedSearches.delete({ ids: [3] })
   * ```
   */
  readonly delete: (input?: SavedSearchesDeleteInput, options?: CallOptions) => Promise<SavedSearchesDeleteAnswer>
}

/** The input of `savedSearches.save`. */
export interface SavedSearchesSaveInput {
  /** 1 to 64 characters without <, > and &, unique among the caller's searches, ignoring case. */
  readonly name: string
  /** The parameters of the search, as in a query string. Values that are renamed later keep their old name in it. */
  readonly query: string
  /** 'search' (default) or 'report'. */
  readonly kind?: 'search' | 'report' | undefined
  /** A group of the caller, by ID or name, with which to share it, or null to share with none. Default for an existing search: unchanged. */
  readonly shared_with?: number | string | null | undefined
}

/** The answer of `savedSearches.save`. */
export interface SavedSearchesSaveAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `savedSearches.get`. */
export interface SavedSearchesGetInput {
  /** Only these. */
  readonly ids?: readonly number[] | undefined
  /** Include those of other users who share them with a group of the caller. */
  readonly include_shared?: boolean | undefined
}

/** The answer of `savedSearches.get`. */
export interface SavedSearchesGetAnswer<T = SavedSearch> {
  /** Searches and reports, by name. */
  saved_searches: T[]
}

/** The input of `savedSearches.delete`. */
export interface SavedSearchesDeleteInput {
  /** IDs of the saved searches and reports. */
  readonly ids?: readonly number[] | undefined
}

/** The answer of `savedSearches.delete`. */
export interface SavedSearchesDeleteAnswer {
  /** Deleted saved searches and reports. */
  saved_searches: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `schedules`. */
export interface SchedulesOperations {
  /**
   * Creates a schedule: at full hours of days of the week, the tracker sends a digest of your inbox, or the bugs that a saved search finds. A user has at most one digest and 20 schedules.
   *
   * A search can be your own or shared with you, requires membership in bz_canusewhines, and in bz_canusewhineatothers to send it to others. It runs for each recipient with their permissions. A search that fails disables the schedule, and you get email about it.
   *
   * Fails with `param_required` without the search; `object_does_not_exist` for a search, user or group that the caller cannot use; `schedule_denied` without the group; `schedule_limit` for another schedule; `param_invalid` for parts of a search in a digest, and for `to` without recipients.
   *
   * @throws login_required, param_required, param_invalid, object_does_not_exist, schedule_denied, schedule_limit, list_too_long, text_too_long
   * @example Send a digest on Mondays and Thursdays at eight
   * ```ts
   * await alice.schedules.create({ kind: 'digest', days: ['monday', 'thursday'], hours: [8] })
   * ```
   * @example Send the changed bugs of a saved search every Friday
   * ```ts
   * const { saved_searches } = await alice.savedSearches.get()
   * for (const { id } of saved_searches.slice(0, 1))
   *   await alice.schedules.create({ saved_search_id: id, days: ['friday'], hours: [16], only_changed: true })
   * ```
   */
  readonly create: (input: SchedulesCreateInput, options?: CallOptions) => Promise<SchedulesCreateAnswer>

  /**
   * Returns the caller's schedules, by ID.
   *
   * @throws login_required
   * @example The next runs
   * ```ts
   * const { schedules } = await alice.schedules.get()
   * ```
   */
  readonly get: (input?: SchedulesGetInput, options?: CallOptions) => Promise<SchedulesGetAnswer>

  /**
   * Changes a schedule of the caller; omitted parts stay. Enabling one that the tracker disabled runs it again at its next time. Recipients who unsubscribed get no email again.
   *
   * Fails with `object_does_not_exist` for other IDs, and for a user or group that the caller cannot use; `schedule_denied` without the group that it requires, unless it is disabled; `param_invalid` for parts of a search in a digest, for `to` without recipients, and for enabling a search that has none.
   *
   * @throws login_required, param_invalid, object_does_not_exist, schedule_denied, list_too_long, text_too_long
   * @example Pause a schedule
   * ```ts
   * const { schedules } = await alice.schedules.get()
   * for (const { id } of schedules) await alice.schedules.update({ id, is_enabled: false })
   * ```
   */
  readonly update: (input: SchedulesUpdateInput, options?: CallOptions) => Promise<SchedulesUpdateAnswer>

  /**
   * Deletes a schedule of the caller. The saved search stays.
   *
   * Fails with `object_does_not_exist` for other IDs.
   *
   * @throws login_required, object_does_not_exist
   * @example Delete all schedules
   * ```ts
   * const { schedules } = await alice.schedules.get()
   * for (const { id } of schedules) await alice.schedules.delete({ id })
   * ```
   */
  readonly delete: (input: SchedulesDeleteInput, options?: CallOptions) => Promise<SchedulesDeleteAnswer>

  /**
   * Sends the email of a schedule of the caller now, to the caller only, also while it is disabled. Its times stay, and email that waits since an earlier call is not sent twice.
   *
   * Fails with `object_does_not_exist` for other IDs; `schedule_denied` without the group that it requires.
   *
   * @throws login_required, object_does_not_exist, schedule_denied
   * @example Test a schedule
   * ```ts
   * const { schedules } = await alice.schedules.get()
   * for (const { id } of schedules.slice(0, 1)) await alice.schedules.run({ id })
   * ```
   */
  readonly run: (input: SchedulesRunInput, options?: CallOptions) => Promise<SchedulesRunAnswer>
}

/** The input of `schedules.create`. */
export interface SchedulesCreateInput {
  /** A `digest` of the inbox, or a `search`. */
  readonly kind?: 'digest' | 'search' | undefined
  /** Of a search: the saved search. */
  readonly saved_search_id?: number | undefined
  /** A name for the email. Defaults to that of the search. */
  readonly name?: string | undefined
  /** Days of the week, in the time zone of the preferences for pages, or UTC. */
  readonly days: readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /** The full hours of these days, 0 to 23, at most four. */
  readonly hours: readonly number[]
  /** The recipients of a search. Defaults to the caller. */
  readonly to?:
    | {
        /** Logins, at most 100. */
        readonly users?: readonly string[] | undefined
        /** Groups of the caller, by ID or name, at most 20: their members at the time of the run. */
        readonly groups?: readonly (number | string)[] | undefined
      }
    | null
    | undefined
  /** Of a search: only bugs that changed since the last run. */
  readonly only_changed?: boolean | undefined
  /** Of a search: send email also without bugs. */
  readonly if_empty?: boolean | undefined
}

/** The answer of `schedules.create`. */
export interface SchedulesCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `schedules.get`. */
export type SchedulesGetInput = Readonly<Record<string, never>>

/** The answer of `schedules.get`. */
export interface SchedulesGetAnswer {
  /** The schedules. */
  schedules: Schedule[]
  /** Whether the caller can schedule searches. */
  can_schedule: boolean
  /** Whether the caller can send searches to other users. */
  can_send_to_others: boolean
}

/** The input of `schedules.update`. */
export interface SchedulesUpdateInput {
  /** The ID of the schedule. */
  readonly id: number
  /** A name for the email, at most 64 characters. */
  readonly name?: string | undefined
  /** Days of the week, in the time zone of the preferences for pages, or UTC. */
  readonly days?:
    readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | undefined
  /** The full hours of these days, 0 to 23, at most four. */
  readonly hours?: readonly number[] | undefined
  /** The recipients of a search, at most 200 at a time; null: the caller. */
  readonly to?:
    | {
        /** Logins, at most 100. */
        readonly users?: readonly string[] | undefined
        /** Groups of the caller, by ID or name, at most 20: their members at the time of the run. */
        readonly groups?: readonly (number | string)[] | undefined
      }
    | null
    | undefined
  /** Of a search: only bugs that changed since the last run. */
  readonly only_changed?: boolean | undefined
  /** Of a search: send email also without bugs. */
  readonly if_empty?: boolean | undefined
  /** Whether it runs. */
  readonly is_enabled?: boolean | undefined
}

/** The answer of `schedules.update`. */
export interface SchedulesUpdateAnswer {
  /** ID of the object. */
  id: number
}

/** The input of `schedules.delete`. */
export interface SchedulesDeleteInput {
  /** The ID of the schedule. */
  readonly id: number
}

/** The answer of `schedules.delete`. */
export interface SchedulesDeleteAnswer {
  /** ID of the object. */
  id: number
}

/** The input of `schedules.run`. */
export interface SchedulesRunInput {
  /** The ID of the schedule. */
  readonly id: number
}

/** The answer of `schedules.run`. */
export interface SchedulesRunAnswer {
  /** Whether email is sent: false if the tracker, or the caller by their settings, sends or gets none. */
  is_queued: boolean
}

/** The operations of `secondFactor`. */
export interface SecondFactorOperations {
  /**
   * Returns whether the caller has two-factor authentication, and whether it is required, as for members of the group in the parameter second_factor_group.
   *
   * @throws login_required
   * @example Check whether new recovery codes are needed soon
   * ```ts
   * const { is_set_up, recovery_codes_left } = await alice.secondFactor.get()
   * ```
   */
  readonly get: (input?: SecondFactorGetInput, options?: CallOptions) => Promise<SecondFactorGetAnswer>

  /**
   * Creates a secret for an authenticator app, which generates a six-digit one-time password from it every 30 seconds. Logins do not require one until `secondFactor.confirm` has received one, within 30 minutes. Another call creates another secret. No other response contains it. If it is already set up, the previous authenticator app stays valid until the new one is confirmed.
   *
   * Fails as logging in does for a wrong password, and, if it is already set up, without a one-time password; `confirmation_required` for an account without a password in a session that is not confirmed.
   *
   * @throws login_required
   * @example Get a secret for an authenticator app
   * ```ts
   * const { secret, otpauth_url } = await alice.secondFactor.begin({ current_password: password })
   * ```
   */
  readonly begin: (input?: SecondFactorBeginInput, options?: CallOptions) => Promise<SecondFactorBeginAnswer>

  /**
   * Confirms with a first one-time password that the authenticator app has the secret of `secondFactor.begin`. From then on logins require one, and all other sessions of the caller have ended. API keys stay. The recovery codes replace a lost authenticator app; no other response contains them. If two-factor authentication was already set up, the new authenticator app replaces the previous one, and its recovery codes; passkeys stay. The caller is notified by email.
   *
   * Fails with `second_factor_absent` if nothing was started within 30 minutes; `second_factor_wrong` for a wrong one-time password.
   *
   * @throws login_required, second_factor_absent, second_factor_wrong
   * @example With the code from the authenticator app
   * ```ts
   * const { recovery_codes } = await alice.secondFactor.confirm({ otp: '287082' })
   * ```
   */
  readonly confirm: (input: SecondFactorConfirmInput, options?: CallOptions) => Promise<SecondFactorConfirmAnswer>

  /**
   * Generates ten recovery codes, which replace the previous ones.
   *
   * Fails as logging in does for a wrong password or one-time password; `second_factor_absent` if two-factor authentication is not set up.
   *
   * @throws login_required, second_factor_absent
   * @example Generate new codes when few are left
   * ```ts
   * const proof = { current_password: password, otp: '287082' }
   * const { recovery_codes } = await alice.secondFactor.renewRecoveryCodes(proof)
   * ```
   */
  readonly renewRecoveryCodes: (
    input?: SecondFactorRenewRecoveryCodesInput,
    options?: CallOptions,
  ) => Promise<SecondFactorRenewRecoveryCodesAnswer>

  /**
   * Logins require only the password from then on, and the recovery codes become invalid. Users for whom it is required must set it up again immediately. To switch to another authenticator app, use `secondFactor.begin`. The caller is notified by email.
   *
   * Fails as logging in does for a wrong password or one-time password; `second_factor_absent` if it is not set up.
   *
   * @throws login_required, second_factor_absent
   * @example Turn it off
   * ```ts
   * await alice.secondFactor.remove({ current_password: password, otp: 'K5QX-TANB-2E7L-YV3M' })
   * ```
   */
  readonly remove: (input?: SecondFactorRemoveInput, options?: CallOptions) => Promise<SecondFactorRemoveAnswer>

  /**
   * For users who have lost both their authenticator app and their recovery codes: logins require only their password from then on. Their passkeys, which count as two factors, are removed, and the sessions that these began end. Verify their identity first, set a password for users without one, and check their linked accounts (`linkedAccounts.get`). They are notified by email.
   *
   * Fails with `auth_failure` without editusers, and for an administrator by a caller who is not one; `params_required` without users; `object_does_not_exist` for a user; `param_invalid` for the caller, who uses `secondFactor.remove`; `second_factor_absent` if none of them has it.
   *
   * @throws auth_failure, params_required, object_does_not_exist, param_invalid, second_factor_absent
   * @example Reset after a lost phone
   * ```ts
   * const { users } = await admin.secondFactor.reset({ names: ['carol@example.com'] })
   * ```
   */
  readonly reset: (input?: SecondFactorResetInput, options?: CallOptions) => Promise<SecondFactorResetAnswer>
}

/** The input of `secondFactor.get`. */
export type SecondFactorGetInput = Readonly<Record<string, never>>

/** The answer of `secondFactor.get`. */
export interface SecondFactorGetAnswer {
  /** Whether two-factor authentication is set up. */
  is_set_up: boolean
  /** Whether it is required. Until it is set up, the caller's sessions, API keys and password can only be used to set it up. */
  is_required: boolean
  /** Whether an authenticator app is set up, not only passkeys. */
  has_authenticator: boolean
  /** Time when it was set up; null if it is not. */
  set_up_time: Date | null
  /** Number of unused recovery codes. */
  recovery_codes_left: number
}

/** The input of `secondFactor.begin`. */
export interface SecondFactorBeginInput {
  /** Password, here or of the directory, required because a token can be stolen. Accounts without a password here can omit it in a session that was confirmed after it began, or, with no way to confirm it, has just begun. */
  readonly current_password?: string | undefined
  /** Six digits from the authenticator app, or a recovery code. Single-use. With passkeys as the only second factor, omit it in a confirmed session. */
  readonly otp?: string | undefined
}

/** The answer of `secondFactor.begin`. */
export interface SecondFactorBeginAnswer {
  /** Secret in base32, to enter in an authenticator app. */
  secret: string
  /** Secret as a URL, to show as a QR code. */
  otpauth_url: string
}

/** The input of `secondFactor.confirm`. */
export interface SecondFactorConfirmInput {
  /** Six digits from the authenticator app. */
  readonly otp: string
}

/** The answer of `secondFactor.confirm`. */
export interface SecondFactorConfirmAnswer {
  /** Ten single-use codes that replace a one-time password. Spaces, hyphens and case are ignored. */
  recovery_codes: string[]
}

/** The input of `secondFactor.renewRecoveryCodes`. */
export interface SecondFactorRenewRecoveryCodesInput {
  /** Password, here or of the directory, required because a token can be stolen. Accounts without a password here can omit it in a session that was confirmed after it began, or, with no way to confirm it, has just begun. */
  readonly current_password?: string | undefined
  /** Six digits from the authenticator app, or a recovery code. Single-use. With passkeys as the only second factor, omit it in a confirmed session. */
  readonly otp?: string | undefined
}

/** The answer of `secondFactor.renewRecoveryCodes`. */
export interface SecondFactorRenewRecoveryCodesAnswer {
  /** Ten single-use codes that replace a one-time password. Spaces, hyphens and case are ignored. */
  recovery_codes: string[]
}

/** The input of `secondFactor.remove`. */
export interface SecondFactorRemoveInput {
  /** Password, here or of the directory, required because a token can be stolen. Accounts without a password here can omit it in a session that was confirmed after it began, or, with no way to confirm it, has just begun. */
  readonly current_password?: string | undefined
  /** Six digits from the authenticator app, or a recovery code. Single-use. With passkeys as the only second factor, omit it in a confirmed session. */
  readonly otp?: string | undefined
}

/** The answer of `secondFactor.remove`. */
export type SecondFactorRemoveAnswer = Record<string, never>

/** The input of `secondFactor.reset`. */
export interface SecondFactorResetInput {
  /** IDs of the users. */
  readonly ids?: readonly number[] | undefined
  /** Logins of the users. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `secondFactor.reset`. */
export interface SecondFactorResetAnswer {
  /** Changes of each user who had it. */
  users: Changed[]
}

/** The operations of `server`. */
export interface ServerOperations {
  /**
   * Returns the version of the server. Available without login.
   *
   * @example The version
   * ```ts
   * const { version } = await tracker.as(null).server.version()
   * ```
   */
  readonly version: (input?: ServerVersionInput, options?: CallOptions) => Promise<ServerVersionAnswer>

  /**
   * Returns the installed extensions with their versions: always none. Available without login.
   *
   * @example The extensions
   * ```ts
   * const { extensions } = await tracker.as(null).server.extensions()
   * ```
   */
  readonly extensions: (input?: ServerExtensionsInput, options?: CallOptions) => Promise<ServerExtensionsAnswer>

  /**
   * Returns the time zone of the server as its offset from UTC, always zero. Available without login.
   *
   * @example The time zone
   * ```ts
   * const { timezone } = await tracker.as(null).server.timezone()
   * ```
   */
  readonly timezone: (input?: ServerTimezoneInput, options?: CallOptions) => Promise<ServerTimezoneAnswer>

  /**
   * Returns the time of the server, in UTC. Use `db_time` for searches. Available without login.
   *
   * @example The time of the database
   * ```ts
   * const { db_time } = await tracker.as(null).server.time()
   * ```
   */
  readonly time: (input?: ServerTimeInput, options?: CallOptions) => Promise<ServerTimeAnswer>

  /**
   * Products with their components, versions and milestones, fields with their values, the workflow, keywords, groups and parameters: the configuration that a client needs before it shows bugs. Each part equals the response of the separate operation, except that a description of more than 300 characters is cut and ends with "…". It stays the same until administrators change it; over HTTP, a request with `If-None-Match` and the ETag then costs next to nothing.
   *
   * Where there are many products, a client can leave out their details and request those of one product when it needs them: `exclude_fields` and `include_fields` take dotted names, such as `products.components`.
   *
   * @example Get the components of all products
   * ```ts
   * const { products, version } = await alice.server.metadata()
   * products.flatMap((one) => one.components)
   * ```
   * @example Get the details of one product
   * ```ts
   * await alice.server.metadata({ products: ['Widgets'], include_fields: ['products'] })
   * ```
   */
  readonly metadata: (input?: ServerMetadataInput, options?: CallOptions) => Promise<ServerMetadataAnswer>

  /**
   * Returns suggestions for an incomplete text in a search box: bugs by ID, alias or words of the summary, newest first; then fields, values and, for logged-in callers, users that complete its last term as a quicksearch. Words require at least three characters, beginnings of terms two.
   *
   * @throws search_too_expensive
   * @example Get suggestions for `blinks stat`
   * ```ts
   * const { suggestions } = await alice.server.suggest({ text: 'blinks stat' })
   * ```
   */
  readonly suggest: (input: ServerSuggestInput, options?: CallOptions) => Promise<ServerSuggestAnswer>

  /**
   * Returns the time of the last configuration change, the newest entry of the audit log, or null if there is none.
   *
   * @example Get the time of the last change of a product
   * ```ts
   * const { last_audit_time } = await tracker.as(null).server.lastAuditTime({ class: ['Tracker::Product'] })
   * ```
   */
  readonly lastAuditTime: (
    input?: ServerLastAuditTimeInput,
    options?: CallOptions,
  ) => Promise<ServerLastAuditTimeAnswer>
}

/** The input of `server.version`. */
export type ServerVersionInput = Readonly<Record<string, never>>

/** The answer of `server.version`. */
export interface ServerVersionAnswer {
  /** Version, X.X or X.X.X. */
  version: string
}

/** The input of `server.extensions`. */
export type ServerExtensionsInput = Readonly<Record<string, never>>

/** The answer of `server.extensions`. */
export interface ServerExtensionsAnswer {
  /** Extensions by name. */
  extensions: {
    [name: string]: {
      /** Version of the extension. */
      version: string
    }
  }
}

/** The input of `server.timezone`. */
export type ServerTimezoneInput = Readonly<Record<string, never>>

/** The answer of `server.timezone`. */
export interface ServerTimezoneAnswer {
  /** Offset from UTC, such as `+0000`. */
  timezone: string
}

/** The input of `server.time`. */
export type ServerTimeInput = Readonly<Record<string, never>>

/** The answer of `server.time`. */
export interface ServerTimeAnswer {
  /** Time of the database. */
  db_time: Date
  /** Time of the server. */
  web_time: Date
  /** Same as `web_time`. */
  web_time_utc: Date
  /** Name of the time zone. */
  tz_name: 'UTC'
  /** Short name of the time zone. */
  tz_short_name: 'UTC'
  /** Offset of the time zone from UTC. */
  tz_offset: '+0000'
}

/** The input of `server.metadata`. */
export interface ServerMetadataInput {
  /** Names of the products, ignoring case. Defaults to all. */
  readonly products?: readonly string[] | undefined
  /** Fields to include, such as `id` or `components.name`. Shortcuts: _all, _default, _extra, _custom. */
  readonly include_fields?: readonly string[] | undefined
  /** Fields to exclude. Overrides include_fields. */
  readonly exclude_fields?: readonly string[] | undefined
}

/** The answer of `server.metadata`. */
export interface ServerMetadataAnswer {
  /** Products that the caller can search or in which the caller can file bugs, by name. */
  products: ProductOfMetadata[]
  /** Active fields. Values that belong to products are listed with the products. */
  fields: FieldOfMetadata[]
  /** Allowed status transitions. */
  workflow: Transition[]
  /** Keywords, by name. */
  keywords: Keyword[]
  /** Groups that the caller is in or can see. */
  groups: GroupOfMetadata[]
  /** Parameters that the caller can read, by name, as strings. */
  parameters: { [name: string]: string }
  /** Names of the rules of the embedding program, in order. Only for members of admin. */
  rules?: string[]
  /** Comments and descriptions can be Markdown. */
  use_markdown: boolean
  /** Users can react to comments. */
  use_comment_reactions: boolean
  /** Changes if anything else in the response changes. */
  version: string
}

/** The input of `server.suggest`. */
export interface ServerSuggestInput {
  /** The text so far, at most 1,000 characters. */
  readonly text: string
  /** Maximum number of results, 1 to 20. */
  readonly limit?: number | undefined
}

/** The answer of `server.suggest`. */
export interface ServerSuggestAnswer {
  /** Bugs first, then terms. */
  suggestions: Suggestion[]
}

/** The input of `server.lastAuditTime`. */
export interface ServerLastAuditTimeInput {
  /** Types of objects: `Tracker::Product`, `Tracker::Component`, `Tracker::User` …; other formats are ignored. */
  readonly class?: string | readonly string[] | undefined
}

/** The answer of `server.lastAuditTime`. */
export interface ServerLastAuditTimeAnswer {
  /** Time of the newest entry; null if there is none. */
  last_audit_time: Date | null
}

/** The operations of `sessions`. */
export interface SessionsOperations {
  /**
   * Returns whether a token, or without one the credentials of the call, is valid for a login. Returns false, not an error, for a token that is not in use or belongs to another user or a disabled account.
   *
   * Fails with `param_required` without a login.
   *
   * @throws param_required
   * @example Check whether a token is still valid
   * ```ts
   * const isMine = await tracker.as(null).sessions.check({ login: 'alice@example.com', token })
   * ```
   */
  readonly check: (input: SessionsCheckInput, options?: CallOptions) => Promise<SessionsCheckAnswer>

  /**
   * Logs in: exchanges a login and a password for a token that authenticates later calls, until it is logged out, has not been used for 30 days, or is 180 days old. Other credentials of the same call are ignored.
   *
   * Fails with `password_login_off` for the right password of a user outside of the group that the parameter password_login_group names; `second_factor_required` for the right password of a user with two-factor authentication, without a one-time password; `second_factor_wrong` with an invalid or used one; `account_locked` after five wrong passwords of either kind within 30 minutes from one address. Where a directory checks passwords, `login_provider_unavailable` if it does not respond, and `login_refused` with the reason.
   *
   * @throws param_required, invalid_login_or_password, account_disabled, account_locked, password_login_off, login_refused, login_provider_unavailable, too_busy
   * @example Log in
   * ```ts
   * const { token } = await tracker.as(null).sessions.create({ login: 'alice@example.com', password })
   * ```
   */
  readonly create: (input: SessionsCreateInput, options?: CallOptions) => Promise<SessionsCreateAnswer>

  /**
   * Returns the caller's valid sessions, most recently used first, at most 1,000.
   *
   * @throws login_required
   * @example List the caller's sessions
   * ```ts
   * const { sessions } = await alice.sessions.get()
   * console.log(sessions.map(({ begun_from }) => begun_from))
   * ```
   */
  readonly get: (input?: SessionsGetInput, options?: CallOptions) => Promise<SessionsGetAnswer>

  /**
   * Returns when and how the session of the call began, when it ends, and whether the caller must confirm their identity before an operation that gives lasting access. With an API key or a password, the session is null.
   *
   * @throws login_required
   * @example Check whether to ask for the password first
   * ```ts
   * const { confirmed_until, confirm_by } = await alice.sessions.current()
   * ```
   */
  readonly current: (input?: SessionsCurrentInput, options?: CallOptions) => Promise<SessionsCurrentAnswer>

  /**
   * Proves again who uses the session of the call, because a stolen token must not give lasting access. For as many minutes as the parameter confirm_minutes states, the session can then use operations that otherwise fail with `confirmation_required`. Takes the password, and the one-time password with two-factor authentication. Accounts without a password take the one-time password, or the code of `sessions.requestCode`. The session does not last longer, and other sessions are not confirmed.
   *
   * Fails as logging in does for a wrong proof; `account_code_not_valid` for a wrong code; `param_required` for a missing one; `login_required` without a session.
   *
   * @throws login_required, account_code_not_valid
   * @example With the password
   * ```ts
   * await alice.sessions.confirm({ password })
   * ```
   */
  readonly confirm: (input?: SessionsConfirmInput, options?: CallOptions) => Promise<SessionsConfirmAnswer>

  /**
   * Sends a code to the address of the caller, which `sessions.confirm` takes within 10 minutes. For accounts with neither a password nor a second factor.
   *
   * Fails with `auth_failure` for other accounts; `too_many_attempts` after three codes within half an hour; `mail_not_sent` if the tracker sends no email.
   *
   * @throws login_required, auth_failure, mail_not_sent
   * @example Before a change that needs it
   * ```ts
   * await alice.sessions.requestCode()
   * ```
   */
  readonly requestCode: (input?: SessionsRequestCodeInput, options?: CallOptions) => Promise<SessionsRequestCodeAnswer>

  /**
   * Creates a token with which the caller sees the tracker as another user does, for two hours at most, and changes nothing. How that user logs in is not shown. The user is notified by email, and the audit log records both ends. It ends with the session of the caller, and when the caller leaves the group bz_sudoers.
   *
   * Fails with `auth_failure` outside of the group bz_sudoers; `acting_denied` for the caller, for administrators, members of bz_sudo_protect and disabled accounts; `confirmation_required`; `login_required` without a session.
   *
   * @throws login_required, auth_failure, object_does_not_exist, acting_denied, text_too_long, param_required
   * @example See what a user sees
   * ```ts
   * const { token } = await admin.sessions.actAs({ user: 'bob@example.com', reason: 'Bug 35' })
   * ```
   */
  readonly actAs: (input: SessionsActAsInput, options?: CallOptions) => Promise<SessionsActAsAnswer>

  /**
   * Ends one of the caller's sessions by ID: its token is no longer valid.
   *
   * Fails with `object_does_not_exist` for an ended session or one of another user.
   *
   * @throws login_required, object_does_not_exist
   * @example Log out elsewhere
   * ```ts
   * await alice.sessions.end({ id: 7 })
   * ```
   */
  readonly end: (input: SessionsEndInput, options?: CallOptions) => Promise<SessionsEndAnswer>

  /**
   * Logs out: the token is no longer valid. Other sessions of the user stay. Without a token, or with one that is not in use, it does nothing.
   *
   * With `return_to`, the response contains the address that ends the session at the login provider, too, if the session began at one whose rules say so (`logout`). A provider that does not respond prevents no logout.
   *
   * @example Log out
   * ```ts
   * await tracker.as(null).sessions.delete({ token })
   * ```
   */
  readonly delete: (input?: SessionsDeleteInput, options?: CallOptions) => Promise<SessionsDeleteAnswer>

  /**
   * Ends all sessions of the caller except the one of the call; with an API key or a password, all of them. API keys stay.
   *
   * @throws login_required
   * @example Log out everywhere else
   * ```ts
   * const { ended } = await alice.sessions.deleteOthers()
   * ```
   */
  readonly deleteOthers: (
    input?: SessionsDeleteOthersInput,
    options?: CallOptions,
  ) => Promise<SessionsDeleteOthersAnswer>
}

/** The input of `sessions.check`. */
export interface SessionsCheckInput {
  /** Login. */
  readonly login: string
  /** Token of a session. Defaults to the credentials of the call. */
  readonly token?: string | undefined
}

/** The answer of `sessions.check`. */
export type SessionsCheckAnswer = boolean

/** The input of `sessions.create`. */
export interface SessionsCreateInput {
  /** Login, ignoring case. */
  readonly login: string
  /** Password. */
  readonly password: string
  /** With two-factor authentication: the six digits from the authenticator app, or a recovery code. Single-use. */
  readonly otp?: string | undefined
  /** Restrict the token to the address of this call. */
  readonly restrict_login?: boolean | undefined
}

/** The answer of `sessions.create`. */
export interface SessionsCreateAnswer {
  /** ID of the user. */
  id: number
  /** Token of the new session. */
  token: string
}

/** The input of `sessions.get`. */
export type SessionsGetInput = Readonly<Record<string, never>>

/** The answer of `sessions.get`. */
export interface SessionsGetAnswer {
  /** Sessions, most recently used first. */
  sessions: Session[]
}

/** The input of `sessions.current`. */
export type SessionsCurrentInput = Readonly<Record<string, never>>

/** The answer of `sessions.current`. */
export interface SessionsCurrentAnswer {
  /** How the session began: `password`, `passkey`, or the name of a provider; null without a session. */
  login_by: string | null
  /** Time when the session began. */
  creation_time: Date | null
  /** Time when the session ends if it is not used again. */
  expires: Date | null
  /** Time until which the caller does not have to confirm their identity; null if this credential never has to. */
  confirmed_until: Date | null
  /** For sessions of `sessions.actAs`; otherwise null. */
  acting: {
    /** Login of the user who views the tracker as the caller. */
    actor: string
    /** Given reason. */
    reason: string
    /** Start time. */
    since: Date
  } | null
  /** The ways to confirm the session: `password`, `otp` or both, or `mail`, a code by email, all for `sessions.confirm`; `passkey` or the name of a login provider, for `logins.begin` with the purpose `confirm`. */
  confirm_by: string[]
}

/** The input of `sessions.confirm`. */
export interface SessionsConfirmInput {
  /** The password, for accounts that have one. */
  readonly password?: string | undefined
  /** With two-factor authentication: the six digits of the authenticator app, or a recovery code. Single-use. */
  readonly otp?: string | undefined
  /** The code from the email, for accounts with neither. Single-use. */
  readonly code?: string | undefined
}

/** The answer of `sessions.confirm`. */
export interface SessionsConfirmAnswer {
  /** Time until which the session is confirmed; null if confirmation is never required. */
  confirmed_until: Date | null
}

/** The input of `sessions.requestCode`. */
export type SessionsRequestCodeInput = Readonly<Record<string, never>>

/** The answer of `sessions.requestCode`. */
export type SessionsRequestCodeAnswer = Record<string, never>

/** The input of `sessions.actAs`. */
export interface SessionsActAsInput {
  /** Login of the user. */
  readonly user: string
  /** For the user and the audit log; 1 to 255 characters. */
  readonly reason: string
}

/** The answer of `sessions.actAs`. */
export interface SessionsActAsAnswer {
  /** ID of the session. */
  id: number
  /** Token. */
  token: string
  /** Time when the session ends. */
  expires: Date
}

/** The input of `sessions.end`. */
export interface SessionsEndInput {
  /** ID of the session. */
  readonly id: number
}

/** The answer of `sessions.end`. */
export type SessionsEndAnswer = Record<string, never>

/** The input of `sessions.delete`. */
export interface SessionsDeleteInput {
  /** Token to invalidate. */
  readonly token?: string | undefined
  /** Redirect URL, exactly as registered at the login provider. */
  readonly return_to?: string | undefined
}

/** The answer of `sessions.delete`. */
export interface SessionsDeleteAnswer {
  /** URL at the login provider to which to send the browser. */
  logout_url?: string
}

/** The input of `sessions.deleteOthers`. */
export type SessionsDeleteOthersInput = Readonly<Record<string, never>>

/** The answer of `sessions.deleteOthers`. */
export interface SessionsDeleteOthersAnswer {
  /** Number of ended sessions. */
  ended: number
}

/** The operations of `tags`. */
export interface TagsOperations {
  /**
   * Adds the caller's personal tags to bugs and removes them; returns the tags of each bug by name.
   *
   * Adding an existing tag or removing a missing one changes nothing; a tag in both lists is removed. Other users never see these tags, and the bugs do not change.
   *
   * Fails with `param_required` without ids; `object_not_specified` for an empty tag.
   *
   * @throws login_required, param_required, bug_id_does_not_exist, improper_bug_id_field_value, object_not_specified, tag_name_too_long
   * @example Add a personal tag to a bug
   * ```ts
   * const { bugs } = await alice.tags.update({ ids: [12], add: ['to do'] }); bugs[0]?.tags
   * ```
   */
  readonly update: (input: TagsUpdateInput, options?: CallOptions) => Promise<TagsUpdateAnswer>
}

/** The input of `tags.update`. */
export interface TagsUpdateInput {
  /** Bugs by ID or alias. */
  readonly ids: readonly (number | string)[]
  /** Words of at most 64 characters, stored in lowercase. */
  readonly add?: readonly string[] | undefined
  /** Words of at most 64 characters, stored in lowercase. */
  readonly remove?: readonly string[] | undefined
}

/** The answer of `tags.update`. */
export interface TagsUpdateAnswer {
  /** Tags of each bug, in the requested order. */
  bugs: {
    /** ID of the bug. */
    id: number
    /** Personal tags of the caller, by name. */
    tags: string[]
  }[]
}

/** The operations of `users`. */
export interface UsersOperations {
  /**
   * Creates a user, who immediately belongs to the groups whose pattern matches the login.
   *
   * Fails with `auth_failure` without editusers, and for a login that matches the pattern of a group that the caller cannot grant; `param_required` without an email; `mail_not_sent` for an invitation if the tracker sends no email.
   *
   * @throws auth_failure, param_required, illegal_email_address, account_exists, password_too_short, password_too_common, password_not_complex, text_too_long, mail_not_sent
   * @example Create a user without a password
   * ```ts
   * const { id } = await admin.users.create({ email: 'carol@example.com', full_name: 'Carol Example' })
   * ```
   */
  readonly create: (input: UsersCreateInput, options?: CallOptions) => Promise<UsersCreateAnswer>

  /**
   * Returns users by ID, login or part of a name, each once.
   *
   * Anonymous callers can use only `names`.
   *
   * Fails with `params_required` without ids, names and match; `object_does_not_exist` for an ID, name or group ID.
   *
   * @throws params_required, user_access_by_id_denied, user_access_by_match_denied, object_does_not_exist, invalid_group_name, search_too_expensive
   * @example Get the groups of users by part of their name
   * ```ts
   * const { users } = await alice.users.get({ match: ['exam'], include_fields: ['name', 'groups.name'] })
   * ```
   */
  readonly get: <const F extends readonly UserField[] = never, const X extends readonly UserField[] = never>(
    input?: UsersGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<UsersGetAnswer<Select<User, F, X>>>

  /**
   * Updates users, all of them or none.
   *
   * Membership by pattern or inheritance stays. A new login, a new password or disabling ends the user's sessions; a password that another user replaces also revokes the user's API keys. The response contains the changes of each user, a password as its hashing scheme.
   *
   * Fails with `auth_failure` without editusers, for a group that does not exist or that the caller cannot grant, also through a new login that matches its pattern, and for the login, password or disabling of an administrator by a caller who is not one; `params_required` without users; `object_does_not_exist` for a user; `param_invalid` for an email of several users, and for the last administrator with a password in the group that the parameter password_login_group names; `still_in_use` for the last administrator; `managed_by_host` for the caller's email and name, if the embedding program manages the account.
   *
   * @throws auth_failure, params_required, object_does_not_exist, param_invalid, illegal_email_address, still_in_use, account_exists, password_too_short, password_too_common, password_not_complex, text_too_long, managed_by_host
   * @example Add a user to a group
   * ```ts
   * const { users } = await admin.users.update({ names: ['carol@example.com'], groups: { add: ['security'] } })
   * ```
   */
  readonly update: (input?: UsersUpdateInput, options?: CallOptions) => Promise<UsersUpdateAnswer>

  /**
   * Permanently erases users, all of them or none.
   *
   * Their accounts stay, disabled, as `erased-ID@erased.invalid` without a name, and so do their bugs, comments and attachments. Passwords, API keys, sessions, preferences, watches, saved searches, tags, visits, group memberships, webhooks and pending email are deleted; requests to them are withdrawn. In history and in the audit log, the new login replaces the address. Open bugs that they are assigned to or QA contact of, and their roles in components and in the parameter `maintainer`, go to `reassign_to`. Text written by users stays: the response lists the comments that contain the address. The audit log contains the user and the reason. Later imports do not restore them.
   *
   * Fails with `auth_failure` for users who are not administrators; `deletion_not_allowed` while the parameter `allowuserdeletion` is off; `still_in_use` without `reassign_to` if it is required, and for the last administrator; `param_invalid` for the caller, and for the last administrator with a password in the group that the parameter password_login_group names.
   *
   * @throws auth_failure, deletion_not_allowed, object_does_not_exist, param_invalid, params_required, still_in_use, text_too_long
   * @example Erase a user on request
   * ```ts
   * const { users } = await admin.users.erase({ ids: [7], reason: 'Asked for', reassign_to: 'bob@example.com' })
   * await admin.comments.redact({ ids: users[0]?.comments ?? [], reason: 'Has the address of user 7' })
   * ```
   */
  readonly erase: (input: UsersEraseInput, options?: CallOptions) => Promise<UsersEraseAnswer>

  /**
   * Updates the caller's account. To change the login, use `accounts.requestAddress` or ask a user administrator.
   *
   * An account without a password gets one with the password of the directory, or without `current_password` in a session that was confirmed after it began, or, if the account has no way to confirm it, has just begun. A user administrator can set it too.
   *
   * Fails with `param_required` for the current password; `invalid_login_or_password` and `account_locked` for a wrong one; `managed_by_host` for the name of an account managed by the embedding program.
   *
   * @throws login_required, param_required, invalid_login_or_password, account_locked, password_too_short, password_too_common, password_not_complex, text_too_long, managed_by_host
   * @example Change your name
   * ```ts
   * await alice.users.updateSelf({ full_name: 'Alice Liddell' })
   * ```
   */
  readonly updateSelf: (input?: UsersUpdateSelfInput, options?: CallOptions) => Promise<UsersUpdateSelfAnswer>

  /**
   * The caller's user. The permissions and preferences of the caller are included if `include_fields` requests them, by name or with `_all` or `_extra`; ID and names are always included.
   *
   * @throws login_required
   * @example The owner of an API key
   * ```ts
   * const { id, name } = await tracker.as({ api_key }).users.whoami()
   * ```
   * @example Get the permissions of the caller
   * ```ts
   * const { rights = [] } = await alice.users.whoami({ include_fields: ['rights'] })
   * ```
   */
  readonly whoami: (input?: UsersWhoamiInput, options?: CallOptions) => Promise<UsersWhoamiAnswer>
}

/** The input of `users.create`. */
export interface UsersCreateInput {
  /** Login: an address of at most 127 characters that the parameter emailregexp accepts; unique, ignoring case. Over REST, `login` is an alias. */
  readonly email: string
  /** Real name, at most 255 characters. */
  readonly full_name?: string | undefined
  /** Password: at least 6 characters, and as complex as the parameter password_complexity requires. Surrounding spaces are removed. Without one, the account cannot log in with a password. */
  readonly password?: string | undefined
  /** Send a code to the address, which can be used to set the password within 7 days. */
  readonly invite?: boolean | undefined
}

/** The answer of `users.create`. */
export interface UsersCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `users.get`. */
export interface UsersGetInput {
  /** IDs of users that the caller can see. */
  readonly ids?: readonly number[] | undefined
  /** Logins, ignoring case. */
  readonly names?: readonly string[] | undefined
  /** Texts to find in logins and real names, with `*` as a wildcard. Disabled users are excluded unless the text is their whole login or `include_disabled` is set. Results are sorted by login. */
  readonly match?: readonly string[] | undefined
  /** Maximum number of results for each text of `match`; 0 and values above the parameter maxusermatches mean maxusermatches. */
  readonly limit?: number | undefined
  /** Only members of one of these groups. */
  readonly group_ids?: readonly number[] | undefined
  /** Only members of one of these groups. */
  readonly groups?: readonly string[] | undefined
  /** Include disabled users in `match`. */
  readonly include_disabled?: boolean | undefined
  /** Report unknown IDs and names in `faults` instead of an error. */
  readonly permissive?: boolean | undefined
}

/** The answer of `users.get`. */
export interface UsersGetAnswer<T = User> {
  /** Users, each once. */
  users: T[]
  /** Unknown IDs and names. Only with `permissive`. */
  faults?: Fault[]
}

/** The input of `users.update`. */
export interface UsersUpdateInput {
  /** IDs of the users. */
  readonly ids?: readonly number[] | undefined
  /** Logins of the users. */
  readonly names?: readonly string[] | undefined
  /** Real name, at most 255 characters; can be empty. */
  readonly full_name?: string | undefined
  /** New login, for a single user only. Membership by pattern is updated. */
  readonly email?: string | undefined
  /** Password, with the rules of `users.create`. */
  readonly password?: string | undefined
  /** The user receives email about bugs. */
  readonly email_enabled?: boolean | undefined
  /** Why the account is disabled; an empty string enables it. */
  readonly login_denied_text?: string | undefined
  /** The groups to which the user is added (`add`), from which they are removed (`remove`), or the exact list (`set`, which overrides both and keeps groups that the caller cannot grant); IDs or names. A group in both add and remove is added. */
  readonly groups?: GroupsChange | undefined
  /** Groups that the user can grant, in the same format as `groups`. */
  readonly bless_groups?: GroupsChange | undefined
}

/** The answer of `users.update`. */
export interface UsersUpdateAnswer {
  /** Changes of each user. */
  users: Changed[]
}

/** The input of `users.erase`. */
export interface UsersEraseInput {
  /** IDs of the accounts, at most 20. */
  readonly ids: readonly number[]
  /** Reason for the audit log, 1 to 1,000 characters. Do not repeat the erased content. */
  readonly reason: string
  /** Login of the user who gets their open bugs and roles in components. */
  readonly reassign_to?: string | undefined
}

/** The answer of `users.erase`. */
export interface UsersEraseAnswer {
  /** Accounts in the requested order. */
  users: ErasedUser[]
}

/** The input of `users.updateSelf`. */
export interface UsersUpdateSelfInput {
  /** Real name, at most 255 characters; can be empty. */
  readonly full_name?: string | undefined
  /** As for a new user, and not blank. It requires `current_password`, because a stolen key or token must not become the whole account, and ends all other sessions. API keys stay. */
  readonly password?: string | undefined
  /** Password, here or of the directory, required because a token can be stolen. Accounts without a password here can omit it in a session that was confirmed after it began, or, with no way to confirm it, has just begun. */
  readonly current_password?: string | undefined
}

/** The answer of `users.updateSelf`. */
export interface UsersUpdateSelfAnswer {
  /** Changes by field name. */
  changes: { [name: string]: FieldChange }
}

/** The input of `users.whoami`. */
export interface UsersWhoamiInput {
  /** Fields to include, such as `id` or `components.name`. Shortcuts: _all, _default, _extra, _custom. */
  readonly include_fields?: readonly string[] | undefined
  /** Fields to exclude. Overrides include_fields. */
  readonly exclude_fields?: readonly string[] | undefined
}

/** The answer of `users.whoami`. */
export interface UsersWhoamiAnswer {
  /** ID of the user. */
  id: number
  /** Login. */
  name: string
  /** Real name; can be empty. */
  real_name: string
  /** System groups of the caller; each is a permission. Only on request. */
  rights?: string[]
  /** All groups of the caller. Only on request. */
  groups?: {
    /** ID of the group. */
    id: number
    /** Name of the group. */
    name: string
    /** Display name or description. */
    description: string
  }[]
  /** Whether the caller can see private comments and attachments. Only on request. */
  is_insider?: boolean
  /** Whether the caller can see and set hours. Only on request. */
  is_time_tracker?: boolean
  /** Number of held reports that the caller can decide about, at most 100. Only on request. */
  held_reports?: number
  /** Email to the caller bounced on five days, and is off. Only on request. */
  email_bounced?: boolean
  /** Preferences of the caller. Only on request. */
  preferences?: {
    /** Quicksearch also searches comments. */
    quicksearch_fulltext: boolean
    /** Preferences of the caller for the pages. */
    pages: PagePreferences
  }
}

/** The operations of `versions`. */
export interface VersionsOperations {
  /**
   * Creates a version of a product. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `object_not_specified` without product.
   *
   * @throws object_not_specified, object_does_not_exist, product_admin_denied, name_blank, name_too_long, name_in_use, sort_key_invalid
   * @example Add the next version of a product
   * ```ts
   * const { id } = await admin.versions.create({ product: 'Widgets', name: '1.1' })
   * ```
   */
  readonly create: (input: VersionsCreateInput, options?: CallOptions) => Promise<VersionsCreateAnswer>

  /**
   * Returns versions, by product, then in the order of the product: those with these `ids`, and of the `product` those with these `names`, or all. Without any of these, all that the caller can see. Missing and hidden ones are omitted.
   *
   * @example Get the versions of a product
   * ```ts
   * const { versions } = await alice.versions.get({ product: 'Widgets' })
   * ```
   */
  readonly get: <const F extends readonly VersionField[] = never, const X extends readonly VersionField[] = never>(
    input?: VersionsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<VersionsGetAnswer<Select<Version, F, X>>>

  /**
   * Updates versions, all of them or none. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `params_required` without names or ids; `param_invalid` for a name with several versions.
   *
   * @throws params_required, object_does_not_exist, product_admin_denied, param_invalid, name_blank, name_too_long, name_in_use, sort_key_invalid
   * @example Retire a version
   * ```ts
   * await admin.versions.update({ product: 'Widgets', names: ['1.0'], is_active: false })
   * ```
   */
  readonly update: (input?: VersionsUpdateInput, options?: CallOptions) => Promise<VersionsUpdateAnswer>

  /**
   * Deletes versions that no bug has, all of them or none. A product keeps at least one version. For members of editcomponents, and of groups that have this right within the product.
   *
   * Fails with `params_required` without names or ids.
   *
   * @throws params_required, object_does_not_exist, product_admin_denied, still_in_use
   * @example Delete a version by name
   * ```ts
   * await admin.versions.delete({ product: 'Widgets', names: ['0.1'] })
   * ```
   */
  readonly delete: (input?: VersionsDeleteInput, options?: CallOptions) => Promise<VersionsDeleteAnswer>
}

/** The input of `versions.create`. */
export interface VersionsCreateInput {
  /** Name. */
  readonly product: string
  /** Name, 1 to 64 characters; unique in the product, ignoring case. */
  readonly name: string
  /** Can be chosen for bugs. */
  readonly is_active?: boolean | undefined
  /** Sort position, -32768 to 32767. Versions are listed by it, then by name. */
  readonly sort_key?: number | undefined
}

/** The answer of `versions.create`. */
export interface VersionsCreateAnswer {
  /** ID of the created object. */
  id: number
}

/** The input of `versions.get`. */
export interface VersionsGetInput {
  /** IDs of the versions. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the versions, within `product`. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `versions.get`. */
export interface VersionsGetAnswer<T = Version> {
  /** Versions, by product, then in its order. */
  versions: T[]
}

/** The input of `versions.update`. */
export interface VersionsUpdateInput {
  /** IDs of the versions. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the versions, within `product`. */
  readonly names?: readonly string[] | undefined
  /** New name, for a single version only. Bugs are updated. */
  readonly name?: string | undefined
  /** Can be selected for bugs. */
  readonly is_active?: boolean | undefined
  /** Sort position, -32768 to 32767. */
  readonly sort_key?: number | undefined
}

/** The answer of `versions.update`. */
export interface VersionsUpdateAnswer {
  /** Changes of each version. */
  versions: Changed[]
}

/** The input of `versions.delete`. */
export interface VersionsDeleteInput {
  /** IDs of the versions. */
  readonly ids?: readonly number[] | undefined
  /** Name of the product of the `names`. */
  readonly product?: string | undefined
  /** Names of the versions, within `product`. */
  readonly names?: readonly string[] | undefined
}

/** The answer of `versions.delete`. */
export interface VersionsDeleteAnswer {
  /** Deleted versions. */
  versions: {
    /** ID of the object. */
    id: number
  }[]
}

/** The operations of `visits`. */
export interface VisitsOperations {
  /**
   * Records that the caller has visited bugs now; returns the visits in the requested order.
   *
   * The visits of other users and the bugs do not change. In the inbox of the caller, the bugs are done.
   *
   * Fails with `param_required` without ids; `param_invalid` for `seen` with several bugs.
   *
   * @throws login_required, param_required, param_invalid, bug_id_does_not_exist, improper_bug_id_field_value
   * @example Look at a bug
   * ```ts
   * const [visit] = await alice.visits.record({ ids: [12] })
   * ```
   */
  readonly record: <const F extends readonly VisitField[] = never, const X extends readonly VisitField[] = never>(
    input: VisitsRecordInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<VisitsRecordAnswer<Select<Visit, F, X>>>

  /**
   * Returns the times of the caller's last visits to bugs.
   *
   * Without `ids`, returns the 20 bugs visited most recently that the caller can still see, latest first. Visits are kept for the number of days in the parameter last_visit_keep_days.
   *
   * @throws login_required, bug_id_does_not_exist, improper_bug_id_field_value
   * @example The bugs looked at most recently
   * ```ts
   * const visits = await alice.visits.get()
   * ```
   */
  readonly get: <const F extends readonly VisitField[] = never, const X extends readonly VisitField[] = never>(
    input?: VisitsGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<VisitsGetAnswer<Select<Visit, F, X>>>
}

/** The input of `visits.record`. */
export interface VisitsRecordInput {
  /** Bugs by ID or alias. */
  readonly ids: readonly (number | string)[]
  /** For a single bug: `seen` of the response of `bugs.view` that was shown. Later changes stay unread in the inbox. By default, all changes are seen. */
  readonly seen?: string | undefined
}

/** The answer of `visits.record`. */
export type VisitsRecordAnswer<T = Visit> = T[]

/** The input of `visits.get`. */
export interface VisitsGetInput {
  /** Bugs by ID or alias, returned in the requested order. Bugs that were never visited are omitted. */
  readonly ids?: readonly (number | string)[] | undefined
}

/** The answer of `visits.get`. */
export type VisitsGetAnswer<T = Visit> = T[]

/** The operations of `watches`. */
export interface WatchesOperations {
  /**
   * Returns the users whom the caller watches, to get their email about bugs, and the caller's watchers, by login.
   *
   * @throws login_required
   * @example Users whom the caller watches
   * ```ts
   * const { watching, watched_by } = await alice.watches.get()
   * ```
   */
  readonly get: (input?: WatchesGetInput, options?: CallOptions) => Promise<WatchesGetAnswer>

  /**
   * Sets the users whom the caller watches: the caller gets the email about bugs that they get, if the caller can see the bugs and wants it for their roles. Watching is not transitive.
   *
   * Removing a user who is not watched is not an error; a user in both lists is watched.
   *
   * Fails with `params_required` without changes; `object_does_not_exist` for a login; `follow_limit` above 100 users; `illegal_value` for the caller.
   *
   * @throws login_required, params_required, object_does_not_exist, follow_limit, illegal_value
   * @example Watch a user
   * ```ts
   * await alice.watches.update({ add: ['bob@example.com'] })
   * ```
   */
  readonly update: (input?: WatchesUpdateInput, options?: CallOptions) => Promise<WatchesUpdateAnswer>
}

/** The input of `watches.get`. */
export type WatchesGetInput = Readonly<Record<string, never>>

/** The answer of `watches.get`. */
export interface WatchesGetAnswer {
  /** Logins of the users whom the caller watches. */
  watching: string[]
  /** Logins of the users who watch the caller. */
  watched_by: string[]
}

/** The input of `watches.update`. */
export interface WatchesUpdateInput {
  /** Logins of all users to watch. Overrides the other list. */
  readonly set?: readonly string[] | undefined
  /** Changes to make. */
  readonly add?: readonly string[] | undefined
  /** Changes to make. */
  readonly remove?: readonly string[] | undefined
}

/** The answer of `watches.update`. */
export interface WatchesUpdateAnswer {
  /** Changes: `watching` contains the removed and added logins. */
  changes: { [name: string]: FieldChange }
}

/** The operations of `webhooks`. */
export interface WebhooksOperations {
  /**
   * Creates a webhook: a URL that gets a request for each selected change of bugs, with the data that its owner can see at the time of the request. Only this response contains the secret that signs its requests.
   *
   * For members of the group in the parameter webhook_group; at most 20 each. The embedding program creates them on behalf of a user.
   *
   * Fails with `auth_failure` without permission; `webhook_url_invalid`; `webhook_limit`; `object_does_not_exist` for a product, component or field; `param_invalid` for a header that cannot be sent; `changes_gone` for a `since` that is no longer available.
   *
   * @throws login_required, auth_failure, name_blank, name_too_long, text_too_long, param_required, param_invalid, list_too_long, object_does_not_exist, webhook_url_invalid, webhook_limit, changes_gone
   * @example Notify a build server of new and changed bugs of a product
   * ```ts
   * const { id, secret } = await admin.webhooks.create({ name: 'Builds', url: 'https://ci.example.com/bugs', events: ['created', 'changed'], product: ['Widgets'] })
   * ```
   */
  readonly create: (input: WebhooksCreateInput, options?: CallOptions) => Promise<WebhooksCreateAnswer>

  /**
   * Returns the caller's webhooks, oldest first, without their secrets and header values. Administrators get those of other users by ID, and with `all`.
   *
   * Fails with `auth_failure` for `all` by a caller who is not an administrator; `object_does_not_exist` for an ID.
   *
   * @throws login_required, auth_failure, object_does_not_exist
   * @example Your webhooks
   * ```ts
   * const { webhooks } = await admin.webhooks.get()
   * ```
   */
  readonly get: <const F extends readonly WebhookField[] = never, const X extends readonly WebhookField[] = never>(
    input?: WebhooksGetInput & FieldFilter<F, X>,
    options?: CallOptions,
  ) => Promise<WebhooksGetAnswer<Select<Webhook, F, X>>>

  /**
   * Updates the caller's webhooks, all of them or none; administrators can change other users' webhooks. Lists and headers replace the previous ones. For a URL on another server, provide the headers again, otherwise they are removed: they can contain secrets of the previous server. A webhook that is enabled again sends pending requests immediately, and reports changes from then on, or since `since`.
   *
   * Fails with `params_required` without ids; `object_does_not_exist` for an ID, product, component or field; `auth_failure` for a URL from a user who can no longer have webhooks; `webhook_url_invalid`; `param_invalid` for a header that cannot be sent; `changes_gone` for a `since` that is no longer available.
   *
   * @throws login_required, params_required, name_blank, name_too_long, text_too_long, param_invalid, list_too_long, object_does_not_exist, auth_failure, webhook_url_invalid, changes_gone
   * @example Enable it again
   * ```ts
   * await admin.webhooks.update({ ids: [3], is_enabled: true })
   * ```
   */
  readonly update: (input?: WebhooksUpdateInput, options?: CallOptions) => Promise<WebhooksUpdateAnswer>

  /**
   * Deletes the caller's webhooks with the log of their requests, all of them or none; administrators can delete other users' webhooks. Pending requests are not sent.
   *
   * Fails with `params_required` without ids; `object_does_not_exist` for an ID.
   *
   * @throws login_required, params_required, object_does_not_exist
   * @example Remove a webhook
   * ```ts
   * await admin.webhooks.delete({ ids: [3] })
   * ```
   */
  readonly delete: (input?: WebhooksDeleteInput, options?: CallOptions) => Promise<WebhooksDeleteAnswer>

  /**
   * Creates a new secret, which only this response contains. The previous one also signs for `keep_hours`, which gives you time to update the receiver; 0 invalidates it immediately, for example after a leak.
   *
   * Fails with `object_does_not_exist` for an ID; `number_too_large` for more hours than a week has.
   *
   * @throws login_required, object_does_not_exist, number_too_large, number_too_small
   * @example A secret became known
   * ```ts
   * await admin.webhooks.rotate({ id: 3, keep_hours: 0 })
   * ```
   */
  readonly rotate: (input: WebhooksRotateInput, options?: CallOptions) => Promise<WebhooksRotateAnswer>

  /**
   * Returns the caller's webhooks, oldest first, in the format of bugzilla.mozilla.org.
   *
   * @throws login_required
   * @example Your webhooks
   * ```ts
   * const { webhooks } = await admin.webhooks.list()
   * ```
   */
  readonly list: (input?: WebhooksListInput, options?: CallOptions) => Promise<WebhooksListAnswer>

  /**
   * Sends a request of type `ping` to a webhook, even if it is disabled, and waits for its first attempt. The response contains the outcome; `waiting` if that took too long.
   *
   * Fails with `object_does_not_exist` for an ID; `webhook_sender_missing` if no process sends webhooks.
   *
   * @throws login_required, object_does_not_exist, webhook_sender_missing
   * @example Test a webhook
   * ```ts
   * const { delivery } = await admin.webhooks.ping({ id: 3 })
   * ```
   */
  readonly ping: (input: WebhooksPingInput, options?: CallOptions) => Promise<WebhooksPingAnswer>

  /**
   * Returns the sent and pending requests of a webhook and their outcomes, newest first. Includes only what the caller can see now. Sent and dropped requests are kept for 7 days, failed ones for 90.
   *
   * Fails with `object_does_not_exist` for an ID; `number_too_large` for a `limit` above 1,000.
   *
   * @throws login_required, object_does_not_exist, number_too_large, number_too_small
   * @example List failed messages
   * ```ts
   * const { deliveries } = await admin.webhooks.deliveries({ id: 3, state: 'dead' })
   * ```
   */
  readonly deliveries: (input: WebhooksDeliveriesInput, options?: CallOptions) => Promise<WebhooksDeliveriesAnswer>

  /**
   * Sends sent, dropped or failed requests again, in the order of each bug: `deliveries` by their IDs, or those created from `since` to `until`, at most the newest 1,000. Requests have the same webhook-id as before, with the data that the owner can see now. Pending requests stay.
   *
   * Fails with `webhook_not_enabled` while it is disabled; `object_does_not_exist` for an ID; `param_required` without a selection.
   *
   * @throws login_required, object_does_not_exist, webhook_not_enabled, param_required
   * @example Resend requests that have failed since yesterday
   * ```ts
   * const since = new Date(Date.now() - 24 * 3_600_000)
   * const { count } = await admin.webhooks.redeliver({ id: 3, since, failed: true })
   * ```
   */
  readonly redeliver: (input: WebhooksRedeliverInput, options?: CallOptions) => Promise<WebhooksRedeliverAnswer>
}

/** The input of `webhooks.create`. */
export interface WebhooksCreateInput {
  /** Name, 1 to 64 characters; does not have to be unique. */
  readonly name: string
  /** URL of the receiver: http or https, without credentials, at most 2,000 characters. */
  readonly url: string
  /** Events to report, at least one: bugs that are `created` or `changed`, a `comment`, `attachment` or `flag` on them, links to `code`, and bugs that are `hidden` or `deleted`. */
  readonly events: readonly (
    'created' | 'changed' | 'comment' | 'attachment' | 'flag' | 'code' | 'hidden' | 'deleted'
  )[]
  /** Products of the bugs, before or after the change. Empty: all. */
  readonly product?: readonly string[] | undefined
  /** Names of the components of the bugs, before or after the change. Empty: all. */
  readonly component?: readonly string[] | undefined
  /** Changed fields, by their names in the history of bugs. Empty: all. */
  readonly fields?: readonly string[] | undefined
  /** `standard`: one request per change, as in Standard Webhooks. `bmo`: one per change, comment and attachment, as in bugzilla.mozilla.org. */
  readonly format?: 'standard' | 'bmo' | undefined
  /** Headers of every request, such as Authorization, at most 5. Their values are not shown again. Headers that the tracker sets are not accepted. */
  readonly headers?: { readonly [name: string]: string } | undefined
  /** Include the text of comments in requests, not only their IDs. */
  readonly include_text?: boolean | undefined
  /** For restricted bugs, private comments and private attachments, include the details that the owner can see; otherwise only their IDs. */
  readonly include_restricted?: boolean | undefined
  /** Whether the webhook is enabled. */
  readonly is_enabled?: boolean | undefined
  /** Also sends requests for changes since then: `next` of the change feed, or the ID of an entry. Defaults to new changes only. */
  readonly since?: string | number | undefined
}

/** The answer of `webhooks.create`. */
export interface WebhooksCreateAnswer {
  /** ID of the webhook. */
  id: number
  /** Secret that signs its requests. It is not shown again. */
  secret: string
}

/** The input of `webhooks.get`. */
export interface WebhooksGetInput {
  /** IDs of the webhooks. Defaults to all. */
  readonly ids?: readonly number[] | undefined
  /** Include webhooks of all users. Only for administrators. */
  readonly all?: boolean | undefined
}

/** The answer of `webhooks.get`. */
export interface WebhooksGetAnswer<T = Webhook> {
  /** Webhooks, oldest first. */
  webhooks: T[]
}

/** The input of `webhooks.update`. */
export interface WebhooksUpdateInput {
  /** IDs of the webhooks. */
  readonly ids?: readonly number[] | undefined
  /** Name, 1 to 64 characters; does not have to be unique. */
  readonly name?: string | undefined
  /** URL of the receiver: http or https, without credentials, at most 2,000 characters. */
  readonly url?: string | undefined
  /** Events to report, at least one: bugs that are `created` or `changed`, a `comment`, `attachment` or `flag` on them, links to `code`, and bugs that are `hidden` or `deleted`. */
  readonly events?:
    readonly ('created' | 'changed' | 'comment' | 'attachment' | 'flag' | 'code' | 'hidden' | 'deleted')[] | undefined
  /** Products of the bugs, before or after the change. Empty: all. */
  readonly product?: readonly string[] | undefined
  /** Names of the components of the bugs, before or after the change. Empty: all. */
  readonly component?: readonly string[] | undefined
  /** Changed fields, by their names in the history of bugs. Empty: all. */
  readonly fields?: readonly string[] | undefined
  /** `standard`: one request per change, as in Standard Webhooks. `bmo`: one per change, comment and attachment, as in bugzilla.mozilla.org. */
  readonly format?: 'standard' | 'bmo' | undefined
  /** Headers of every request, such as Authorization, at most 5. Their values are not shown again. Headers that the tracker sets are not accepted. */
  readonly headers?: { readonly [name: string]: string } | undefined
  /** Include the text of comments in requests, not only their IDs. */
  readonly include_text?: boolean | undefined
  /** For restricted bugs, private comments and private attachments, include the details that the owner can see; otherwise only their IDs. */
  readonly include_restricted?: boolean | undefined
  /** Whether the webhook is enabled. */
  readonly is_enabled?: boolean | undefined
  /** Also sends requests for changes since then: `next` of the change feed, or the ID of an entry. Defaults to new changes only. */
  readonly since?: string | number | undefined
}

/** The answer of `webhooks.update`. */
export interface WebhooksUpdateAnswer {
  /** Changes of each webhook; URLs without their query. */
  webhooks: Changed[]
}

/** The input of `webhooks.delete`. */
export interface WebhooksDeleteInput {
  /** IDs of the webhooks. */
  readonly ids?: readonly number[] | undefined
}

/** The answer of `webhooks.delete`. */
export interface WebhooksDeleteAnswer {
  /** Deleted webhooks. */
  webhooks: {
    /** ID of the object. */
    id: number
  }[]
}

/** The input of `webhooks.rotate`. */
export interface WebhooksRotateInput {
  /** ID of the webhook. */
  readonly id: number
  /** Hours for which the previous secret is also valid, 0 to 168. Defaults to 24. */
  readonly keep_hours?: number | undefined
}

/** The answer of `webhooks.rotate`. */
export interface WebhooksRotateAnswer {
  /** New secret. It is not shown again. */
  secret: string
}

/** The input of `webhooks.list`. */
export type WebhooksListInput = Readonly<Record<string, never>>

/** The answer of `webhooks.list`. */
export interface WebhooksListAnswer {
  /** Webhooks, oldest first. */
  webhooks: ListedWebhook[]
}

/** The input of `webhooks.ping`. */
export interface WebhooksPingInput {
  /** ID of the webhook. */
  readonly id: number
}

/** The answer of `webhooks.ping`. */
export interface WebhooksPingAnswer {
  /** Outcome of the request. */
  delivery: WebhookDelivery
}

/** The input of `webhooks.deliveries`. */
export interface WebhooksDeliveriesInput {
  /** ID of the webhook. */
  readonly id: number
  /** States of the requests. */
  readonly state?:
    | 'waiting'
    | 'queued'
    | 'sent'
    | 'dropped'
    | 'dead'
    | readonly ('waiting' | 'queued' | 'sent' | 'dropped' | 'dead')[]
    | undefined
  /** ID of the last request of the previous page: only older ones are returned. */
  readonly before?: number | undefined
  /** Maximum number of results, 1 to 1,000. Defaults to 100. */
  readonly limit?: number | undefined
}

/** The answer of `webhooks.deliveries`. */
export interface WebhooksDeliveriesAnswer {
  /** Requests, newest first. */
  deliveries: WebhookDelivery[]
  /** Whether there can be older ones. */
  more: boolean
}

/** The input of `webhooks.redeliver`. */
export interface WebhooksRedeliverInput {
  /** ID of the webhook. */
  readonly id: number
  /** IDs of requests, from webhooks.deliveries. */
  readonly deliveries?: readonly number[] | undefined
  /** Only requests created at or after this time. */
  readonly since?: Date | undefined
  /** Only requests created at or before this time. */
  readonly until?: Date | undefined
  /** Only failed requests. */
  readonly failed?: boolean | undefined
}

/** The answer of `webhooks.redeliver`. */
export interface WebhooksRedeliverAnswer {
  /** Number of requests to send. */
  count: number
}

/** The operations of `workflow`. */
export interface WorkflowOperations {
  /**
   * Returns the workflow: the allowed status transitions, and whether they require a comment. An empty `from` means a new bug. Available without login.
   *
   * @example All transitions
   * ```ts
   * const { workflow } = await alice.workflow.get()
   * ```
   */
  readonly get: (input?: WorkflowGetInput, options?: CallOptions) => Promise<WorkflowGetAnswer>

  /**
   * Updates the workflow. Existing bugs keep their status.
   *
   * An empty `from` means a new bug; at least one initial status is required.
   *
   * Fails with `auth_failure` unless in admin; `params_required` without changes; `object_does_not_exist` for a status; `illegal_value` for a transition to the same status, and if no bug could be filed any more.
   *
   * @throws auth_failure, params_required, object_does_not_exist, illegal_value
   * @example Reopen verified bugs, with a comment
   * ```ts
   * await admin.workflow.update({ add: [{ from: 'VERIFIED', to: 'RESOLVED', comment_required: true }] })
   * ```
   */
  readonly update: (input?: WorkflowUpdateInput, options?: CallOptions) => Promise<WorkflowUpdateAnswer>
}

/** The input of `workflow.get`. */
export type WorkflowGetInput = Readonly<Record<string, never>>

/** The answer of `workflow.get`. */
export interface WorkflowGetAnswer {
  /** Allowed transitions, in the order of the statuses. */
  workflow: Transition[]
}

/** The input of `workflow.update`. */
export interface WorkflowUpdateInput {
  /** Complete new list of transitions. */
  readonly set?:
    | readonly {
        /** Current status; empty for a new bug. */
        readonly from: string
        /** Next status. */
        readonly to: string
        /** The transition requires a comment. */
        readonly comment_required?: boolean | undefined
      }[]
    | undefined
  /** Transitions to add. An existing one gets the new `comment_required`, which defaults to false. */
  readonly add?:
    | readonly {
        /** Current status; empty for a new bug. */
        readonly from: string
        /** Next status. */
        readonly to: string
        /** The transition requires a comment. */
        readonly comment_required?: boolean | undefined
      }[]
    | undefined
  /** Transitions to remove. */
  readonly remove?:
    | readonly {
        /** Current status; empty for a new bug. */
        readonly from: string
        /** Next status. */
        readonly to: string
      }[]
    | undefined
}

/** The answer of `workflow.update`. */
export interface WorkflowUpdateAnswer {
  /** Changes, by transition. */
  changes: { [name: string]: FieldChange }
}

/** Options of any call. */
export interface CallOptions {
  /** Cancels the call if it aborts before the work has begun: the call then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** What a criterion asks for: one value, or several of which any may match. */
export type SearchValue = string | number | boolean | Date | readonly (string | number | boolean | Date)[] | null

/** A name of a field of ApiKey, for `include_fields` and `exclude_fields`. */
export type ApiKeyField = FieldName<ApiKey>

/** A name of a field of Attachment, for `include_fields` and `exclude_fields`. */
export type AttachmentField = FieldName<Attachment>

/** A name of a field of Bug, for `include_fields` and `exclude_fields`. */
export type BugField = FieldName<Bug>

/** A name of a field of BugHistory, for `include_fields` and `exclude_fields`. */
export type BugHistoryField = FieldName<BugHistory>

/** A name of a field of ChangeEntry, for `include_fields` and `exclude_fields`. */
export type ChangeEntryField = FieldName<ChangeEntry>

/** A name of a field of Classification, for `include_fields` and `exclude_fields`. */
export type ClassificationField = FieldName<Classification>

/** A name of a field of CodeHook, for `include_fields` and `exclude_fields`. */
export type CodeHookField = FieldName<CodeHook>

/** A name of a field of Comment, for `include_fields` and `exclude_fields`. */
export type CommentField = FieldName<Comment>

/** A name of a field of Component, for `include_fields` and `exclude_fields`. */
export type ComponentField = FieldName<Component>

/** A name of a field of Field, for `include_fields` and `exclude_fields`. */
export type FieldField = FieldName<Field>

/** A name of a field of Form, for `include_fields` and `exclude_fields`. */
export type FormField = FieldName<Form>

/** A name of a field of Group, for `include_fields` and `exclude_fields`. */
export type GroupField = FieldName<Group>

/** A name of a field of Intake, for `include_fields` and `exclude_fields`. */
export type IntakeField = FieldName<Intake>

/** A name of a field of Keyword, for `include_fields` and `exclude_fields`. */
export type KeywordField = FieldName<Keyword>

/** A name of a field of Milestone, for `include_fields` and `exclude_fields`. */
export type MilestoneField = FieldName<Milestone>

/** A name of a field of Product, for `include_fields` and `exclude_fields`. */
export type ProductField = FieldName<Product>

/** A name of a field of SavedSearch, for `include_fields` and `exclude_fields`. */
export type SavedSearchField = FieldName<SavedSearch>

/** A name of a field of User, for `include_fields` and `exclude_fields`. */
export type UserField = FieldName<User>

/** A name of a field of Version, for `include_fields` and `exclude_fields`. */
export type VersionField = FieldName<Version>

/** A name of a field of Visit, for `include_fields` and `exclude_fields`. */
export type VisitField = FieldName<Visit>

/** A name of a field of Webhook, for `include_fields` and `exclude_fields`. */
export type WebhookField = FieldName<Webhook>
