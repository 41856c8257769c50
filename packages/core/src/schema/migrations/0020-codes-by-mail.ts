import { entity, int, nullable, text, time, to, type Migration } from '../../store/index.js'

/** Codes that are sent by mail, to choose a password, make an account or have another address. */
export const codesByMail: Migration = {
  id: 20,
  name: 'codes by mail',
  breaking: false,
  steps: [
    {
      createEntity: 'account_codes',
      entity: entity({
        columns: {
          id: int(),
          kind: text(),
          user_id: nullable(int()),
          login: text(),
          login_folded: text(),
          secret_hash: nullable(text()),
          creation_time: time(),
          expires: time(),
        },
        key: ['id'],
        autoId: true,
        unique: [['secret_hash']],
        index: [['login_folded', 'creation_time'], ['user_id'], ['expires']],
        relations: { user: to('users', ['user_id', 'id']) },
      }),
    },
  ],
}
