export { milestone } from './milestone.js'
export { product } from './product.js'
export { products } from './products.js'
