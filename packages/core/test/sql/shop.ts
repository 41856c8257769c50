import { bool, defineSchema, entity, int, json, nullable, text, time, to } from '../../src/store/index.js'

/** A small schema with every kind of column, key and relation that the compiler treats in its own way. */
export const shop = defineSchema({
  orders: entity({
    columns: {
      id: int(),
      note: nullable(text({ substringIndex: true })),
      title: text({ substringIndex: true }),
      buyer: nullable(text()),
      shop_id: int(),
      is_paid: bool(),
      at: time(),
      extra: nullable(json()),
    },
    key: ['id'],
    autoId: true,
    unique: [['title']],
    index: [['shop_id', 'at']],
    relations: {
      lines: to('lines', ['id', 'order_id']),
      buyers: to('buyers', ['buyer', 'name']),
      same: to('orders', ['shop_id', 'shop_id'], ['buyer', 'buyer']),
    },
  }),
  lines: entity({
    columns: {
      order_id: int(),
      no: int(),
      what: text(),
      about: text({ substringIndex: true }),
      price: nullable(int()),
    },
    key: ['order_id', 'no'],
    index: [['what']],
    relations: { order: to('orders', ['order_id', 'id']) },
  }),
  buyers: entity({
    columns: { name: text(), town: text() },
    key: ['name'],
    index: [['town']],
    relations: {},
  }),
})
