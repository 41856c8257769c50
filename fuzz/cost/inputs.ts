// Every place where something comes in.
import { headerPlaces } from './headers.js'
import { heavyPlaces, numberPlaces } from './numbers.js'
import { operationPlaces, type ServedDescription } from './operations.js'
import { formPlaces, pagePlaces } from './pages.js'
import type { Known, Place } from './place.js'
import { wholePlaces } from './whole.js'

export function placesOf(description: ServedDescription, known: Known): Place[] {
  return [
    ...headerPlaces(known),
    ...wholePlaces(known),
    ...operationPlaces(description, known),
    ...pagePlaces(known),
    ...formPlaces(known),
    ...heavyPlaces(description, known),
    ...numberPlaces(known),
  ]
}
