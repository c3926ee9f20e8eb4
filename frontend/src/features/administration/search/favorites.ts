// The records that the current user marked as favorites.
import { recordIdOf, type StoredRecord, storeRecords, useStoredRecords } from "./storedRecords";

const KEY = "regie-favorites";
/** With more, the recent records would be below the screen. */
export const MAX_FAVORITES = 8;

export function useFavorites(user: string) {
  const favorites = useStoredRecords(KEY, user);
  const withoutRecord = (to: string) =>
    favorites.filter((favorite) => recordIdOf(favorite.to) !== recordIdOf(to));
  return {
    favorites,
    isFavorite: (to: string) => withoutRecord(to).length < favorites.length,
    /** The newest is the last; the oldest is dropped for it. */
    add: (record: StoredRecord) =>
      storeRecords(KEY, user, [...withoutRecord(record.to), record].slice(-MAX_FAVORITES)),
    remove: (to: string) => storeRecords(KEY, user, withoutRecord(to)),
  };
}
