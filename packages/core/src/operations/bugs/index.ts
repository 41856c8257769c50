import { resource } from '../../call/define/resource.js'
import { boardOfBugs } from './board.js'
import { countBugs } from './count.js'
import { createBug } from './create.js'
import { deleteBugs } from './delete.js'
import { getBugs } from './get.js'
import { graphOfBug } from './graph.js'
import { historyOfBugs } from './history.js'
import { peopleOfBug } from './people.js'
import { possibleDuplicates } from './possible-duplicates.js'
import { searchBugs } from './search.js'
import { trendOfBugs } from './trend.js'
import { updateBugs } from './update.js'
import { viewOfBug } from './view.js'

export const bugs = resource({
  name: 'bugs',
  one: 'bug',
  title: 'Bugs',
  operations: {
    create: createBug,
    get: getBugs,
    update: updateBugs,
    delete: deleteBugs,
    history: historyOfBugs,
    view: viewOfBug,
    people: peopleOfBug,
    graph: graphOfBug,
    search: searchBugs,
    count: countBugs,
    trend: trendOfBugs,
    board: boardOfBugs,
    possibleDuplicates,
  },
})
