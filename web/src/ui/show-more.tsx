interface ShowMoreProps {
  /** A paged query. */
  pages: {
    hasNextPage: boolean
    isFetching: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** A button that fetches the next page of a list; nothing if there is none. */
export const ShowMore = ({ pages: { hasNextPage, isFetching, fetchNextPage } }: ShowMoreProps) =>
  hasNextPage ? (
    <button
      type="button"
      class="show-more"
      aria-disabled={isFetching}
      onClick={() => {
        if (!isFetching) void fetchNextPage()
      }}
    >
      Show more
    </button>
  ) : null
