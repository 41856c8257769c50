// Runs before every file of tests: an operation that uses the store from inside its own transaction fails there, which is not looked for
// otherwise.
import { followAllWork } from '../src/store/following.js'

followAllWork()
