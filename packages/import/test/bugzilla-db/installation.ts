// An installation of Bugzilla that is fifteen years old: plain bugs, and everything that has gone wrong since.
import { insertRows, type Rows, type Value } from './tables.js'

export const key = 'Kq3vT7xLm2Bn9RzC5wHs8JpYd4Gf6AeUoNi1VkXb'
export const revokedKey = 'Rq3vT7xLm2Bn9RzC5wHs8JpYd4Gf6AeUoNi1VkXb'
export const crypted = 'abcdefgh,AwcdLGs7Es2oiyfiPdDJBWJJJx22INVuLC86KKt9gtE{SHA-256}'
export const password = 'correct horse'
export const params = {
  ...{ urlbase: 'https://bugs.example.org/', insidergroup: 'insiders', timetrackinggroup: 'insiders', or_groups: 0 },
  ...{ requirelogin: 0, smtp_password: 'hunter2', querysharegroup: 'editbugs', user_verify_class: 'LDAP,DB' },
}

const at = (day: number, hour = 10) => `2019-05-${String(day).padStart(2, '0')} ${String(hour).padStart(2, '0')}:00:00`
const named = (names: readonly string[], more: (name: string) => object = () => ({})): Rows =>
  names.map((value, index) => ({ id: index + 1, value, sortkey: index * 100, isactive: 1, ...more(value) }))

type Row = Readonly<Record<string, Value>>

export const bug = (bug_id: number, more: Row = {}): Row => ({
  ...{ bug_id, assigned_to: 2, bug_file_loc: '', bug_severity: 'normal', bug_status: 'CONFIRMED', creation_ts: at(1) },
  ...{
    delta_ts: at(9),
    short_desc: `Bug ${bug_id}`,
    op_sys: 'All',
    priority: '---',
    product_id: 1,
    rep_platform: 'All',
  },
  ...{ reporter: 2, version: '1.0', component_id: 1, resolution: '', target_milestone: '---', qa_contact: null },
  ...{ status_whiteboard: '', everconfirmed: 1, reporter_accessible: 1, cclist_accessible: 1, estimated_time: 0 },
  ...{ remaining_time: 0, cf_team: '---', cf_note: '', ...more },
})

const comment = (comment_id: number, bug_id: number, thetext: Value, more: Row = {}): Row => ({
  ...{ comment_id, bug_id, who: 2, bug_when: at(1), work_time: 0, thetext, isprivate: 0, already_wrapped: 0, type: 0 },
  ...{ extra_data: null, ...more },
})

const plain = Array.from({ length: 30 }, (_, index) => index + 1)

/** Rows by table; `kind` matters where databases differ in what they can hold. */
export function installation(kind: 'mysql' | 'postgres'): Readonly<Record<string, Rows>> {
  const isMysql = kind === 'mysql'
  return {
    bz_schema: [{ schema_data: Buffer.from('x'), version: 3 }],
    ...people,
    ...configuration,
    bugs: [
      ...plain.map((id) =>
        bug(
          id,
          id === 30
            ? { bug_status: 'RESOLVED', resolution: 'DUPLICATE' }
            : id % 5 === 0
              ? { bug_status: 'RESOLVED', resolution: 'FIXED' }
              : {},
        ),
      ),
      bug(31, { product_id: 99, component_id: 99, version: 'old', cf_team: 'Gone' }),
      bug(32, { short_desc: isMysql ? Buffer.from('Gr\xFC\xDFe', 'latin1') : 'Grüße' }),
      bug(33, { creation_ts: isMysql ? '0000-00-00 00:00:00' : null, deadline: at(20) }),
      bug(34, { reporter: 777, assigned_to: 778, qa_contact: 3 }),
      bug(35, { priority: 'Ancient', bug_severity: 'normal' }),
      bug(36, { bug_status: 'RESOLVED', resolution: 'DUPLICATE' }),
      bug(37, { bug_status: 'RESOLVED', resolution: 'DUPLICATE' }),
      bug(38, { bug_status: 'RESOLVED' }),
      bug(39, { resolution: 'FIXED' }),
      bug(40),
      bug(41, {
        product_id: 2,
        component_id: 3,
        version: '1',
        cf_team: 'Red',
        cf_note: 'A\nnote',
        cf_due: at(3),
        cf_count: 7,
      }),
      bug(42, { bug_status: 'RESOLVED', resolution: 'DUPLICATE' }),
      bug(43, { estimated_time: '2.50', remaining_time: '1.25', cf_model: 'A1', votes: 12 }),
      bug(44, { bug_status: 'RESOLVED', resolution: 'DUPLICATE' }),
      bug(0),
      bug(2_147_483_647),
    ],
    longdescs: [
      ...plain.map((id) => comment(1000 + id, id, `Text of ${id}`)),
      comment(1031, 31, 'x', { bug_when: at(2) }),
      comment(1032, 32, isMysql ? Buffer.from('caf\xE9 \x81', 'latin1') : 'café'),
      comment(1033, 33, 'First', { bug_when: isMysql ? '2019-02-30 00:00:00' : null }),
      comment(1034, 34, 'Line\r\nline \u{1F41E}', { who: 777 }),
      comment(1035, 35, isMysql ? 'a\0b' : 'ab'),
      comment(1036, 36, ''),
      comment(1040, 40, 'hidden'),
      comment(1041, 41, 'In the vault', { work_time: '1.50' }),
      comment(1042, 41, 'Between us', { isprivate: 1, bug_when: at(2), who: 3 }),
      comment(1043, 42, 'Same as', { type: 1, extra_data: '1' }),
      comment(1044, 43, '', { type: 2, extra_data: '42' }),
      comment(1045, 43, 'Votes', { type: 3, bug_when: at(2) }),
      comment(1046, 43, 'A file', { type: 5, extra_data: '501', bug_when: at(3) }),
      comment(1047, 43, 'Odd', { type: 9, bug_when: at(4) }),
      // Clocks went from 2:00 to 3:00, and from 3:00 to 2:00.
      comment(1048, 43, 'Never', { bug_when: '2019-03-31 02:30:00' }),
      comment(1049, 43, 'Twice', { bug_when: '2019-10-27 02:30:00' }),
      comment(1090, 5000, 'Of no bug'),
    ],
    ...parts,
    ...personal,
    audit_log: [
      { user_id: 1, class: 'Bugzilla::User', object_id: 2, field: 'cryptpassword', added: crypted, at_time: at(1) },
    ],
    quips: [{ quipid: 1, userid: 1, quip: 'Ha', approved: 1 }],
    tokens: [{ userid: 1, token: 'tok3n', tokentype: 'password' }],
    logincookies: [{ cookie: 'c00kie', userid: 1 }],
  }
}

export const person = (userid: number, login_name: string, more: Row = {}): Row => ({
  ...{ userid, login_name, cryptpassword: '*', realname: '', disabledtext: '', disable_mail: 0, is_enabled: 1 },
  ...{ last_seen_date: at(5), ...more },
})

const people: Readonly<Record<string, Rows>> = {
  profiles: [
    person(1, 'admin@example.com', { realname: 'Ada Admin', cryptpassword: crypted }),
    person(2, 'alice@example.com', { realname: 'Alice', cryptpassword: crypted }),
    person(3, 'bob@example.com', { cryptpassword: 'K7hq2LmZ,aLeHNchGyn45YfrVNVSXGAoao06Q902bSxXrhKEm68M{SHA-256}' }),
    person(4, 'carol@example.com', { cryptpassword: 'aaXYZabcdefgh' }),
    person(5, 'ALICE@example.com', { is_enabled: 0 }),
    person(6, ''),
    person(7, 'dan@example.com', { is_enabled: 0, disable_mail: 1, extern_id: 'dan-7' }),
    person(8, 'erin@example.com', { disabledtext: 'Left', is_enabled: 0 }),
  ],
  groups: [
    { id: 1, name: 'admin', description: 'Administrators', isbuggroup: 0, userregexp: '', isactive: 1 },
    { id: 2, name: 'editbugs', description: 'Editors', isbuggroup: 0, userregexp: '', isactive: 1 },
    { id: 3, name: 'secret', description: 'Secret', isbuggroup: 1, userregexp: '', isactive: 1 },
    { id: 4, name: 'leads', description: 'Leads', isbuggroup: 1, userregexp: '', isactive: 1 },
    { id: 5, name: 'inner', description: 'Inner', isbuggroup: 1, userregexp: '', isactive: 1 },
    { id: 6, name: 'insiders', description: 'Insiders', isbuggroup: 1, userregexp: '', isactive: 1 },
    { id: 7, name: 'Secret', description: 'Of the same name', isbuggroup: 1, userregexp: '', isactive: 0 },
    { id: 20, name: 'bz_canusewhines', description: 'May whine', isbuggroup: 0, userregexp: '', isactive: 1 },
    { id: 21, name: 'bz_canusewhineatothers', description: 'At others', isbuggroup: 0, userregexp: '', isactive: 1 },
  ],
  user_group_map: [
    { user_id: 1, group_id: 1, isbless: 0, grant_type: 0 },
    { user_id: 2, group_id: 2, isbless: 0, grant_type: 2 },
    { user_id: 4, group_id: 4, isbless: 0, grant_type: 0 },
    { user_id: 4, group_id: 3, isbless: 0, grant_type: 1 },
    { user_id: 3, group_id: 6, isbless: 0, grant_type: 0 },
    { user_id: 3, group_id: 3, isbless: 1, grant_type: 0 },
    { user_id: 99, group_id: 3, isbless: 0, grant_type: 0 },
  ],
  group_group_map: [
    { member_id: 4, grantor_id: 3, grant_type: 0 },
    { member_id: 5, grantor_id: 4, grant_type: 0 },
    { member_id: 4, grantor_id: 5, grant_type: 0 },
    { member_id: 9, grantor_id: 3, grant_type: 0 },
    { member_id: 2, grantor_id: 20, grant_type: 0 },
    { member_id: 1, grantor_id: 21, grant_type: 0 },
  ],
}

const configuration: Readonly<Record<string, Rows>> = {
  classifications: [{ id: 1, name: 'Unclassified', description: '', sortkey: 0 }],
  products: [
    {
      id: 1,
      name: 'Widgets',
      classification_id: 1,
      description: 'Turn',
      isactive: 1,
      defaultmilestone: '---',
      allows_unconfirmed: 1,
    },
    {
      id: 2,
      name: 'Vault',
      classification_id: 1,
      description: 'Shut',
      isactive: 1,
      defaultmilestone: 'M1',
      allows_unconfirmed: 0,
    },
  ],
  components: [
    { id: 1, name: 'UI', product_id: 1, initialowner: 2, initialqacontact: 3, description: 'Seen', isactive: 1 },
    { id: 2, name: 'Engine', product_id: 1, initialowner: 2, description: 'Unseen', isactive: 1 },
    { id: 3, name: 'Door', product_id: 2, initialowner: 2, description: '', isactive: 1 },
    { id: 4, name: 'Nowhere', product_id: 77, initialowner: 2, description: '', isactive: 1 },
  ],
  component_cc: [
    { user_id: 4, component_id: 1 },
    { user_id: 4, component_id: 88 },
  ],
  versions: [
    { id: 1, value: '1.0', product_id: 1, isactive: 1 },
    { id: 2, value: '1', product_id: 2, isactive: 1 },
  ],
  milestones: [
    { id: 1, product_id: 1, value: '---', sortkey: 0, isactive: 1 },
    { id: 2, product_id: 2, value: 'M1', sortkey: 0, isactive: 1 },
  ],
  group_control_map: [
    {
      group_id: 3,
      product_id: 2,
      entry: 1,
      membercontrol: 3,
      othercontrol: 3,
      canedit: 1,
      editcomponents: 0,
      editbugs: 1,
      canconfirm: 0,
    },
    {
      group_id: 4,
      product_id: 1,
      entry: 0,
      membercontrol: 3,
      othercontrol: 1,
      canedit: 0,
      editcomponents: 0,
      editbugs: 0,
      canconfirm: 0,
    },
    {
      group_id: 9,
      product_id: 1,
      entry: 0,
      membercontrol: 1,
      othercontrol: 1,
      canedit: 0,
      editcomponents: 0,
      editbugs: 0,
      canconfirm: 0,
    },
  ],
  fielddefs: [
    ...['short_desc', 'bug_status', 'priority', 'dependson', 'bug_file_loc', 'cc', 'product'].map((name, index) => ({
      ...{ id: index + 1, name, type: 1, custom: 0, description: name, mailhead: 0, sortkey: index, obsolete: 0 },
    })),
    {
      id: 20,
      name: 'cf_team',
      type: 2,
      custom: 1,
      description: 'Team',
      long_desc: 'Which team',
      mailhead: 1,
      sortkey: 500,
      obsolete: 0,
      enter_bug: 1,
    },
    { id: 21, name: 'cf_note', type: 4, custom: 1, description: 'Note', mailhead: 0, sortkey: 501, obsolete: 0 },
    { id: 22, name: 'cf_due', type: 5, custom: 1, description: 'Due', mailhead: 0, sortkey: 502, obsolete: 0 },
    { id: 23, name: 'cf_count', type: 10, custom: 1, description: 'Count', mailhead: 0, sortkey: 503, obsolete: 0 },
    { id: 24, name: 'cf_many', type: 3, custom: 1, description: 'Many', mailhead: 0, sortkey: 504, obsolete: 0 },
    {
      id: 25,
      name: 'cf_model',
      type: 2,
      custom: 1,
      description: 'Model',
      mailhead: 0,
      sortkey: 505,
      obsolete: 0,
      visibility_field_id: 7,
      value_field_id: 20,
    },
    { id: 26, name: 'cf_lost', type: 1, custom: 1, description: 'No column', mailhead: 0, sortkey: 506, obsolete: 0 },
  ],
  field_visibility: [{ field_id: 25, value_id: 1 }],
  bug_status: named(['UNCONFIRMED', 'CONFIRMED', 'RESOLVED'], (name) => ({ is_open: name === 'RESOLVED' ? 0 : 1 })),
  resolution: named(['', 'FIXED', 'INVALID', 'DUPLICATE']),
  bug_severity: named(['normal', 'major']),
  priority: named(['---', 'High']),
  rep_platform: named(['All']),
  op_sys: named(['All']),
  cf_team: named(['---', 'Red', 'Blue']),
  cf_many: named(['one', 'two']),
  cf_model: named(['---', 'A1', 'a1'], (name) =>
    name === '---' ? {} : { visibility_value_id: name === 'A1' ? 2 : 3 },
  ),
  status_workflow: [
    { old_status: null, new_status: 2, require_comment: 0 },
    { old_status: 2, new_status: 3, require_comment: 1 },
    { old_status: 3, new_status: 2, require_comment: 0 },
    { old_status: 3, new_status: 9, require_comment: 0 },
  ],
  keyworddefs: [{ id: 1, name: 'perf', description: 'Slow' }],
  flagtypes: [
    {
      id: 1,
      name: 'review',
      description: 'In Widgets',
      cc_list: '',
      target_type: 'b',
      is_active: 1,
      is_requestable: 1,
      is_requesteeble: 1,
      is_multiplicable: 1,
      sortkey: 1,
    },
    {
      id: 2,
      name: 'review',
      description: 'In Vault',
      cc_list: '',
      target_type: 'b',
      is_active: 1,
      is_requestable: 1,
      is_requesteeble: 1,
      is_multiplicable: 1,
      sortkey: 1,
      grant_group_id: 3,
    },
    {
      id: 3,
      name: 'checked',
      description: '',
      cc_list: '',
      target_type: 'a',
      is_active: 1,
      is_requestable: 1,
      is_requesteeble: 1,
      is_multiplicable: 1,
      sortkey: 1,
    },
  ],
  flaginclusions: [
    { type_id: 1, product_id: 1 },
    { type_id: 2, product_id: 2 },
    { type_id: 3 },
    { type_id: 3, product_id: 77 },
  ],
  flagexclusions: [{ type_id: 3, product_id: 1, component_id: 2 }],
}

const parts: Readonly<Record<string, Rows>> = {
  bugs_aliases: [
    { alias: 'first', bug_id: 1 },
    { alias: 'count', bug_id: 35 },
    { alias: 'nobody', bug_id: null },
  ],
  cc: [
    { bug_id: 1, who: 4 },
    { bug_id: 35, who: 779 },
    { bug_id: 5000, who: 4 },
    { bug_id: null, who: 4 },
  ],
  keywords: [
    { bug_id: 1, keywordid: 1 },
    { bug_id: 35, keywordid: 9 },
  ],
  dependencies: [
    { blocked: 1, dependson: 2 },
    { blocked: 2, dependson: 3 },
    { blocked: 3, dependson: 1 },
    { blocked: 35, dependson: 35 },
    { blocked: 35, dependson: 999 },
    { blocked: 5000, dependson: 1 },
    { blocked: 4, dependson: 0 },
  ],
  duplicates: [
    { dupe: 36, dupe_of: 37 },
    { dupe: 37, dupe_of: 36 },
    { dupe: 42, dupe_of: 1 },
    { dupe: 5, dupe_of: 1 },
    { dupe: 30, dupe_of: 998 },
    { dupe: 44, dupe_of: 40 },
  ],
  bug_see_also: [{ id: 1, bug_id: 1, value: 'https://bugs.debian.org/1', class: 'x' }],
  bug_group_map: [
    { bug_id: 41, group_id: 3 },
    { bug_id: 40, group_id: 404 },
  ],
  longdescs_tags: [
    { id: 1, comment_id: 1001, tag: 'spam' },
    { id: 2, comment_id: 9999, tag: 'lost' },
  ],
  longdescs_tags_activity: [
    { id: 1, bug_id: 1, comment_id: 1001, who: 3, bug_when: at(6), added: 'spam', removed: '' },
  ],
  bugs_activity: [
    { id: 1, bug_id: 1, who: 2, bug_when: at(4), fieldid: 1, added: 'x'.repeat(254), removed: 'Old' },
    { id: 2, bug_id: 1, who: 2, bug_when: at(4), fieldid: 1, added: 'rest', removed: '' },
    { id: 3, bug_id: 1, who: 2, bug_when: at(4), fieldid: 4, added: '2', removed: '' },
    { id: 4, bug_id: 1, who: 2, bug_when: at(4), fieldid: 4, added: '3', removed: '' },
    { id: 5, bug_id: 1, who: 3, bug_when: at(5), fieldid: 99, added: 'b', removed: 'a' },
    { id: 6, bug_id: 5000, who: 3, bug_when: at(5), fieldid: 1, added: 'b', removed: 'a' },
  ],
  attachments: [501, 502, 503, 504].map((attach_id) => ({
    ...{
      attach_id,
      bug_id: attach_id === 504 ? 5000 : 43,
      creation_ts: at(3),
      modification_time: at(3),
      ispatch: 0,
      isobsolete: 0,
    },
    ...{
      description: `File ${attach_id}`,
      mimetype: 'image/png',
      filename: `f${attach_id}.png`,
      isprivate: attach_id === 503 ? 1 : 0,
    },
    submitter_id: 3,
  })),
  attach_data: [
    { id: 501, thedata: Buffer.from([0, 1, 2, 255]) },
    { id: 502, thedata: Buffer.alloc(0) },
    { id: 504, thedata: Buffer.from('of no bug') },
    { id: 599, thedata: Buffer.from('of no attachment') },
  ],
  flags: [
    { id: 1, type_id: 1, status: '+', bug_id: 1, creation_date: at(4), modification_date: at(5), setter_id: 3 },
    {
      id: 2,
      type_id: 2,
      status: '?',
      bug_id: 41,
      creation_date: at(4),
      modification_date: at(4),
      setter_id: 3,
      requestee_id: 2,
    },
    {
      id: 3,
      type_id: 3,
      status: '+',
      bug_id: 43,
      attach_id: 501,
      creation_date: at(4),
      modification_date: at(4),
      setter_id: 3,
    },
    {
      id: 5,
      type_id: 3,
      status: '+',
      bug_id: 1,
      attach_id: 599,
      creation_date: at(4),
      modification_date: at(4),
      setter_id: 3,
    },
    { id: 4, type_id: 9, status: '+', bug_id: 1, creation_date: at(4), modification_date: at(4), setter_id: 3 },
  ],
  votes: [
    { who: 3, bug_id: 1, vote_count: 4 },
    { who: 4, bug_id: 1, vote_count: 1 },
    { who: 4, bug_id: 2, vote_count: 0 },
    { who: 4, bug_id: 999, vote_count: 1 },
  ],
  bug_cf_many: [
    { bug_id: 41, value: 'one' },
    { bug_id: 41, value: 'three' },
  ],
}

const personal: Readonly<Record<string, Rows>> = {
  user_api_keys: [
    { id: 1, user_id: 2, api_key: key, description: 'Bot', revoked: 0, last_used: at(8) },
    { id: 2, user_id: 1, api_key: revokedKey, description: 'Old', revoked: 1 },
    { id: 3, user_id: 99, api_key: 'x'.repeat(40), description: 'Gone', revoked: 0 },
  ],
  email_setting: [
    { user_id: 2, relationship: 0, event: 2 },
    { user_id: 2, relationship: 100, event: 101 },
    { user_id: 2, relationship: 5, event: 2 },
  ],
  profile_setting: [
    { user_id: 2, setting_name: 'timezone', setting_value: 'Europe/Vienna' },
    { user_id: 2, setting_name: 'skin', setting_value: 'Dusk' },
  ],
  setting: [{ name: 'skin', default_value: 'Classic' }],
  watch: [
    { watcher: 2, watched: 3 },
    { watcher: 99, watched: 3 },
  ],
  email_bug_ignore: [{ user_id: 2, bug_id: 1 }],
  bug_user_last_visit: [
    { id: 1, user_id: 2, bug_id: 1, last_visit_ts: at(8) },
    { id: 2, user_id: 2, bug_id: 999, last_visit_ts: at(8) },
    { id: 3, user_id: 2, bug_id: 2, last_visit_ts: '2037-01-01 10:00:00' },
  ],
  tag: [{ id: 1, name: 'later', user_id: 2 }],
  bug_tag: [
    { bug_id: 1, tag_id: 1 },
    { bug_id: 999, tag_id: 1 },
  ],
  namedqueries: [
    { id: 1, userid: 2, name: 'Hot', query: 'priority=High&list_id=3&token=tok3n&component=' },
    { id: 2, userid: 2, name: 'HOT', query: 'product=Widgets' },
    { id: 3, userid: 3, name: 'Odd', query: 'f1=cf_gone&o1=equals&v1=x' },
    { id: 4, userid: 1, name: 'Extended', query: 'product=Widgets&columnlist=all&boost=3' },
  ],
  namedqueries_link_in_footer: [{ namedquery_id: 1, user_id: 2 }],
  namedquery_group_map: [
    { namedquery_id: 1, group_id: 2 },
    { namedquery_id: 3, group_id: 2 },
  ],
  reports: [{ id: 1, user_id: 2, name: 'By product', query: 'x_axis_field=product' }],
  whine_events: [
    { id: 1, owner_userid: 2, subject: 'Hot bugs', body: 'Look at these.', mailifnobugs: 1 },
    { id: 2, owner_userid: 1, subject: 'For all', body: '', mailifnobugs: 0 },
    { id: 3, owner_userid: 2, subject: 'Nothing', body: '', mailifnobugs: 0 },
    { id: 4, owner_userid: 99, subject: 'Gone', body: '', mailifnobugs: 0 },
  ],
  whine_queries: [
    { id: 1, eventid: 1, query_name: 'Hot', sortkey: 2, onemailperbug: 1, title: 'Now' },
    { id: 2, eventid: 1, query_name: 'HOT', sortkey: 1, onemailperbug: 0, title: '' },
    { id: 3, eventid: 1, query_name: 'Deleted', sortkey: 3, onemailperbug: 0, title: '' },
    { id: 4, eventid: 2, query_name: 'extended', sortkey: 1, onemailperbug: 0, title: 'Widgets' },
    { id: 5, eventid: 99, query_name: 'Hot', sortkey: 1, onemailperbug: 0, title: '' },
  ],
  whine_schedules: [
    { id: 1, eventid: 1, run_day: 'MF', run_time: '9', run_next: at(9), mailto: 2, mailto_type: 0 },
    { id: 2, eventid: 1, run_day: 'All', run_time: '15min', run_next: at(9), mailto: 2, mailto_type: 0 },
    { id: 3, eventid: 1, run_day: 'last', run_time: '9', run_next: at(9), mailto: 2, mailto_type: 0 },
    { id: 4, eventid: 1, run_day: 'Mon', run_time: '9', run_next: at(9), mailto: 2, mailto_type: 1 },
    { id: 5, eventid: 2, run_day: 'Mon', run_time: '0', run_next: at(9), mailto: 2, mailto_type: 1 },
    { id: 6, eventid: 2, run_day: 'Sun', run_time: '23', run_next: at(9), mailto: 4, mailto_type: 0 },
    { id: 7, eventid: 2, run_day: 'Sun', run_time: '23', run_next: at(9), mailto: 777, mailto_type: 0 },
    { id: 8, eventid: 3, run_day: 'Sun', run_time: '23', run_next: at(9), mailto: 2, mailto_type: 0 },
  ],
}

/** The statements that make it. */
export function statementsOf(kind: 'mysql' | 'postgres', create: readonly string[]): string[] {
  const rows = Object.entries(installation(kind)).flatMap(([table, all]) => insertRows(kind, table, all))
  return [...create, ...rows]
}
