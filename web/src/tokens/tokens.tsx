import { maxLiveTokens } from '../../../lib/contract/limits.ts'
import { useMay } from '../data/api.ts'
import { Failure, failureText, Loading } from '../ui/states.tsx'
import '../style/trash.css'
import '../style/tokens.css'
import { NewToken } from './new-token.tsx'
import { TokenTable } from './token-table.tsx'
import { useTokens } from './use-tokens.ts'

/** The tokens of the account. */
export function Tokens() {
  const mayManage = useMay('admin')
  return (
    <div class="page">
      <h1>Tokens</h1>
      {mayManage ? (
        <>
          <p class="muted">
            A token lets a program, or a person on this page, use the account. At most {maxLiveTokens} are
            live.
          </p>
          <NewToken />
          <TokenList />
        </>
      ) : (
        <p class="state">Managing tokens needs the scope admin, which your token lacks.</p>
      )}
    </div>
  )
}

function TokenList() {
  const { data, isError, error, refetch } = useTokens()
  if (data) return <TokenTable {...data} />
  return isError ? <Failure text={failureText(error)} onRetry={() => void refetch()} /> : <Loading />
}
