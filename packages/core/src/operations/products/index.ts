import { resource } from '../../call/define/resource.js'
import { createProduct } from './create.js'
import { getProducts } from './get.js'
import { selectableProducts, enterableProducts, accessibleProducts } from './lists.js'
import { updateProducts } from './update.js'

export const products = resource({
  name: 'products',
  one: 'product',
  title: 'Products',
  operations: {
    create: createProduct,
    get: getProducts,
    update: updateProducts,
    selectable: selectableProducts,
    enterable: enterableProducts,
    accessible: accessibleProducts,
  },
})
