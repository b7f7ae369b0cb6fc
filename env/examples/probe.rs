use reckoners_env::*;
use reckoners_env::rng::*;
use reckoners_env::state::*;
fn main(){
 let rules=Rules::embedded();
 let games:u64=std::env::args().nth(1).map_or(2000,|a|a.parse().unwrap());
 for players in 2..=6usize { for diff in [Difficulty::Beginner, Difficulty::Sparks]{
  let setup=GameSetup::new(&Reckoner::ALL[..players],diff).unwrap();
  let t=std::time::Instant::now();
  let (mut dec,mut rounds,mut wins,mut forced,mut legal,mut maxl)=(0u64,0u64,0u64,0u64,0u64,0usize);
  for g in 0..games{ let mut rng=stream(0,g,0,Purpose::Evaluation); let mut game=rules.new_game(&setup);
   loop{ rules.play_chance(&mut game,&mut rng); if let Now::Over(e)=game.now{ if e==Ending::Won{wins+=1}; break;}
     let m=rules.legal(&game); let n=m.len(); legal+=n as u64; maxl=maxl.max(n); if n==1{forced+=1}; 
     let a=m.nth(chance::below(&mut rng,n as u32) as usize).unwrap(); rules.apply_unchecked(&mut game, action::decode(a).unwrap()); dec+=1; if dec%1==0 && cfg!(debug_assertions){check_laws(rules.catalog(),&game).unwrap();} }
   rounds+=u64::from(game.round);
  }
  let el=t.elapsed().as_secs_f64();
  println!("{players} {diff}: {:.0} dec/game {:.1} rounds wins {wins} forced {:.2} legal {:.1} max {maxl}  {:.2} M dec/s",dec as f64/games as f64,rounds as f64/games as f64,forced as f64/dec as f64, legal as f64/dec as f64,dec as f64/el/1e6);
 }}
 println!("size {} actions {}",size_of::<Game>(),ACTION_COUNT);
}
